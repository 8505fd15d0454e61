"""Simulation engine."""
