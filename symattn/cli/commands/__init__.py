"""One module per command; each holds ``command``."""

ABOUT = {
    "blank": "Write the students' sheet, without answers.",
    "check": "Mark answer files against a worksheet.",
    "console": "Start IPython (or Python) with SymPy and symattn ready.",
    "export": "Write a worksheet for a learning platform.",
    "help": "Print the guide on TOPIC; without one, the topics.",
    "lint": "Say what in a sheet does not hold.",
    "list": "Name the shipped worksheets, or what is about a topic.",
    "new": "Write a starter sheet to FILE, which must not exist yet.",
    "ops": "List the operations of the line language.",
    "pick": "Put an exam together from the bank of questions.",
    "practice": "Write a site to work on SHEET in the browser.",
    "preview": "Show SHEET in a browser, made again at every save.",
    "read": "Show what is understood of an answer file.",
    "show": "Print a worksheet's file, to read or to copy.",
    "site": "Write a static site: a gallery of SHEET…, the guide, and the workshop.",
    "solve": "Solve worksheets, exactly and step by step.",
    "templates": "List the templates of steps, or copy some to change.",
    "trust": "Trust the templates beside the sheets in FOLDER.",
    "vary": "Give every student the sheet with numbers of their own.",
}
"""What each does, as `symattn --help` lists it without loading one: the first sentence of its own help."""
