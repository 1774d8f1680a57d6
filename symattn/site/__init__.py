"""A static site: the gallery of sheets (``pages``), and the guide (``guide``)."""
