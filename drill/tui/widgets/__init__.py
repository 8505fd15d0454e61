"""The parts that screens are made of. They take values, post messages, and reach for nothing above them."""
