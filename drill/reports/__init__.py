"""Progress as a document: markdown and JSON."""
