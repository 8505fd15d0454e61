"""Progress as a document: HTML, markdown, JSON and CSV."""
