"""Practice in the browser: a static site on which students work on a sheet, and the engine that runs there unchanged.

``assets`` fetches what a browser needs to run Python, ``site`` writes the folder, ``session`` is what runs inside the browser:
one function from JSON to JSON that everything on the page is decided by.
"""
