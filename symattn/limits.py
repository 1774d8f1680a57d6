"""Every limit of size of values, proofs and reading, in one place: what is beyond one is refused or left undecided at once.

All are counts of work or of size, never of time, so the same input gets the same answer on every machine. What is beyond
a limit of reading or of a value raises (ReadError, LimitError) and names it; beyond a limit of proof the answer is "undecided";
beyond one marked "form" a value is kept as it stands, a letter of its own, and its decimals stay certified.
"""

MOST_CHARACTERS = 100_000
"""Reading: characters of one text."""
LONGEST_UNIT = 40
"""Reading: characters of a unit."""
MOST_UNIT_POWER = 99
"""Values: the power of a base unit in the unit of a line."""
MOST_UNIT_PLACES = 400
"""Form: places behind the point of a quantity in base units, in JSON."""
MOST_ENTRIES = 10_000
"""Reading: entries of a matrix."""
MOST_AXES = 4
"""Sheets: axes of a given: batch, heads, rows, columns."""
MOST_NESTING = 200
"""Reading: brackets, fractions and powers inside each other."""
MOST_STEPS = 40_000
"""Reading: work for one text, in steps of some 30 microseconds: about a second."""
MOST_FILE_STEPS = 10_000
"""Reading: such work for all the texts of one student's answers, their characters and digits counted in."""
MOST_PAGE_STEPS = 5_000
"""Reading: such work for the entries of one answer on a page of feedback; what is beyond it is shown as written."""
MOST_EQUATIONS = 5_000
"""Reading: equations of one text of a student's; A = B = C are two."""
MOST_TEXT = 300_000
"""Reading: characters of all that a student wrote in one file with words in it, without its pictures and its dressing."""
LONGEST_IN_PASSAGES = 10_000
"""Reading: characters of a text that is read passage by passage, so that what a class writes again is read once; a longer one is
read as a whole."""
MOST_PASSAGES, LONGEST_PASSAGE = 4_000, 400
"""Reading: passages that are remembered, of so many characters each at most."""
MOST_RIGHT, MOST_DIAGNOSED = 4_000, 200
"""Marking: values of lines that are remembered as right, and scripts whose wrong lines are remembered, of each question."""
MOST_ANSWERS = 2_000
"""Reading: answers of one student's file."""
MOST_NAMELESS = 500
"""Reading: values of one student's file that stand before no name of the sheet's and may be a missing line's; the first ones."""
MOST_ROWS = 5_000
"""Reading: rows of a form, each a student's, and of a table of a student's."""
MOST_MATRICES = 3_000
"""Reading: matrices of one text of a student's."""
MOST_TOKENS = 150_000
"""Reading: signs, words and numbers of one text of a student's."""
MOST_NUMBERS = 200_000
"""Reading: numbers of one student's file, each of which is accounted for."""
CHARACTERS_A_STEP = 20
"""Reading: characters that are looked at in the time of one step."""
DIGITS_A_STEP = 250
"""Reading: digits of numbers that are worked out in the time of one step."""
MOST_WORK = 10_000_000
"""Reading: digits of all the numbers that occur on the way."""
MOST_FACTORING = 512
"""Reading: work to split long numbers into primes, about half a second."""

MOST_GROUPS_BESIDE, MOST_BESIDE = 100, 2
"""The marker's page: groups of the same mistake beside which scripts stand, and scripts beside each."""
LONGEST_BESIDE, LONGEST_LINE_BESIDE = 3_000, 400
"""The marker's page: characters of a script's own text there, and of one line of it."""
LARGEST_PICTURE, MOST_PICTURES = 1_000_000, 10
"""The marker's page: bytes of a picture that was handed in, and pictures on a page."""
MOST_FILES = 200
"""Reading: files of one submission."""
MOST_CELLS = 2_000
"""Reading: cells of a notebook."""
MOST_TAGS = 200_000
"""Reading: tags of a page or of a Word file's document."""
MOST_MARKUP_DEPTH = 120
"""Reading: elements of a page inside each other."""
MOST_DOCUMENT_DEPTH = 60
"""Reading: formulas, tables and the like of a Word file inside each other."""
LONGEST_YAML, MOST_YAML_DEPTH = 40_000, 20
"""Reading: characters of a YAML file, at each of which PyYAML looks several times; tables and lists inside each other."""
MOST_KEY_PARTS, MOST_KEYS, MOST_TOML_DIGITS = 60, 200_000, 4_000
"""Reading: parts that one key of a TOML text may have between dots, that all its keys may have, digits of a number in it."""

LARGEST_ANSWER = LARGEST_MARKS = LARGEST_LIST = 5_000_000
"""Reading: bytes of an answer file, of a grader's marks, of a platform's list of submissions."""
LARGEST_SHEET = LARGEST_ROSTER = LARGEST_DOCUMENT = 10_000_000
"""Reading: bytes of a worksheet, of a roster, of a Word file's document once it is unpacked."""
LARGEST_MANIFEST = 1_000_000_000
"""Reading: bytes of a class's manifest."""
LARGEST_NOTATION = LARGEST_NOTE = 1_000_000
"""Reading: bytes of a notation file, and of what is noted of trusted templates."""
LARGEST_LOGO = LARGEST_TEMPLATE = 200_000
"""Reading: bytes of a logo, which every page of a class holds, and of a template of one's own."""
MOST_TEMPLATES = 1_000
"""Reading: files in a folder of templates."""

MOST_EXAM_MARKS, MOST_EXAM_MINUTES = 200, 600
"""Reading: marks and minutes of an exam that is put together from a bank."""
MOST_SEED = 18
"""Reading: digits of the seed of drawn numbers."""
SHORTEST_SECRET, LONGEST_SECRET = 16, 1_000
"""Reading: characters of the secret with which a class's numbers are drawn."""
MOST_TEMPLATE_STEPS = 5_000_000
"""Templates of one's own: turns of loops, calls and entries of lists in filling in one template, with all that it includes."""
CHARACTERS_A_TEMPLATE_STEP = 10
"""Templates of one's own: characters of text that count as one step."""
MOST_TEMPLATE_BITS = 10_000
"""Templates: binary digits of a product or a power of whole numbers."""

MOST_DEEP = 60
"""Reading: groups, commands and environments inside each other in an author's text or formula."""
MOST_PROSE = 200_000
"""Reading: characters of one text of an author's, which every format goes through a few times."""
MOST_LINES = 2_000
"""Reading: lines of all the questions of a sheet, what they do on the way counted in."""
LONGEST_KIND, LONGEST_KIND_LINE = 20_000, 2_000
"""Reading: characters of a kind of attention that lies beside a sheet, and of a line that its options make of one of its own."""
MOST_DOTS, MOST_DOTS_IN_TABLE = 2_000, 100
"""Reading: dots between the parts of keys in a sheet that is written again, as a variant is or what goes to a platform."""
MOST_PROBLEMS = 500
"""Reading: problems of a file after which nothing more is looked for; each takes a look for what was meant."""
MOST_SLIPS, LONGEST_MENDED = 20, 100_000
"""Reading: statements of a worksheet that are no TOML and are answered in one go, and characters of one in which more than the
first is looked for; each takes a parse of all of it."""
MOST_SHEET_ENTRIES = 25_000
"""Reading: entries of all the values of a sheet's lines, each of which a page shows; some 0.2 milliseconds each."""

MOST_MADE_ENTRIES = 50_000
"""Value: entries of a matrix that an operation makes of sizes alone, such as ones or positions."""
MOST_SHEET_WORK = 2_000_000
"""Value: terms that are gone through while the lines of a sheet are worked out, two or three microseconds each."""
MOST_DRAWING_WORK = 20_000_000
"""Value: such terms while the numbers of one student are drawn for a question, each draw counted as a hundred."""
MOST_PAGE_WORK = 10_000_000
"""Value: terms that are gone through while a page of it is made; every second digit that is written out counts as one."""
MOST_NAMED_WORK = 100_000
"""Value: such terms while later lines are worked out in names of weights; beyond them they stand in full, as without names."""

MOST_DIGITS = 1_000_000
"""Value: none beyond 10^±1,000,000 is formed."""
MOST_TERMS = 10_000
"""Value: terms of a number that is read, and of a power of a sum."""
MOST_SIZE_TERMS = 1_000
"""Value: terms of a product of two sizes in letters, before equal ones are added up."""
MOST_WRITTEN_TERMS = 40_000
"""Value: terms of a number when it is written out, those inside exponents, denominators and roots counted in."""
MOST_PAIRS = 10_000
"""Value: products of two terms in one multiplication of a text."""
MOST_POWER_PAIRS = 40_000
"""Value: products of two terms in one multiplication on the way to a power of a sum."""
MOST_POWER = 10_000_000
"""Value: digits of all terms of a power of a sum."""
MOST_ORDER = 10**15
"""Value: order of the root of a rational or of one term."""
MOST_SUM_ORDER = 100
"""Value: order of the root of a sum."""
MOST_PLACES = 100_000
"""Value: decimals asked for."""
MOST_BITS = 1 << 17
"""Value: binary digits up to which a sign, the first digits or a decimal must settle, beyond those that were asked for."""
MOST_EXPANDED = 20_000
"""Value and proof: terms of a sum multiplied out over its common denominator."""
MOST_PRODUCTS = 4_000_000
"""Value and proof: products of two terms in one multiplication of polynomials."""

MOST_IN_LINE = 10_000
"""Form: products of two terms in one operation on matrices whose entries are sums; a larger value is held by its definition."""
MOST_ENTRYWISE = 500
"""Form: products of two terms in one multiplication of matrices entry by entry; a larger value is held by its definition."""
MOST_IN_ENTRY = 100
"""Form: terms of an entry of which a root, a logarithm, a quotient or an exponential is written out."""
MOST_ENTRY_BITS = 100_000
"""Form: binary digits of the coefficients of such an entry; arithmetic on longer ones takes milliseconds a step."""
MOST_SQUARED_TERMS = 20
"""Form: different terms of a row whose squares are added up."""
MOST_LETTERS = 50
"""Form: terms of all entries in one operation on values that are held by their definitions."""
MOST_MINOR_ROWS = 8
"""Value: rows of a matrix whose determinant is taken, and its rank."""
MOST_ELIMINATED_PRODUCTS = 1_000_000
"""Value: products of two terms in one multiplication of an elimination."""
HIGHEST_DEGREE = 3_000
"""Form: degree up to which what two polynomials share is looked for in an elimination; above it a quotient stays as it is."""
FEW_BELOW = 12
"""Form: terms of a denominator that elimination leaves, up to which its simplest form is looked for."""
MOST_KEPT = 8
"""Form: precisions in which the balls of a value that is held by its definition are remembered."""
MOST_SHOWN = 300
"""Form: letters of a value that a page shows in its exact form; a longer one is shown by its decimals."""
MOST_WHOLE_BITS = 1_000
"""Form: binary digits before the point, 300 decimal ones, up to which decimals are shown; beyond, the first of them."""
MOST_UNDER_ROOT = 4_000
"""Form: binary digits of a whole number that stands under a root; a longer one is written as a power."""
MOST_JOINED = 64
"""Form: products of two terms, up to which a value is tried over one denominator, to be written so where that is shorter."""
MOST_WRITTEN = 20_000
"""Form: letters of a value that is written as text."""
MOST_IN_SYMPY = 4_000
"""Form: letters of a value without symbols that SymPy is given as an expression; on a longer one it may work without an end."""

MOST_DENSE = 400
"""Form: terms that a polynomial of its degrees may have, up to which it is divided by another and searched for squares."""
FEW_TERMS = 40
"""Form: terms of a polynomial that is factored wholly, and of a quotient that is found term by term whatever its degree."""
LOW_DEGREE = 60
"""Form: degree up to which a polynomial is factored wholly."""
MOST_ROOT_TERMS = 120
"""Form: terms of a sum that is tried to be a perfect power."""
MOST_ROOT_ORDER = 7
"""Form and proof: order of a root that is tried to be that of a perfect power; prime order of one that is multiplied away."""
LARGEST_FIELD = 64
"""Form: degree of a field of roots in which a denominator is made rational."""
FACTOR_BITS = 128
"""Form: binary digits of a number that is split into primes."""
LONG_BITS = 4096
"""Form: binary digits of a number in which primes above 256 are still looked for."""
MOST_CANCELLING = 4_000
"""Form: products of two terms in the trials to divide the numerators of a value by their denominators."""

REFUTE_BITS = 2048
"""Proof: binary digits to which balls are tried before the proof that a value is zero."""
REFUTE_DIGITS = 600
"""Proof: what REFUTE_BITS come to, said in decimals."""
FAR_BITS = 16 * REFUTE_BITS
"""Proof: binary digits to which balls are tried once there is no proof."""
FAR_DIGITS = 9_000
"""Proof: what FAR_BITS come to, said in decimals."""
MOST_NORM_BITS = 400_000
"""Proof: binary digits that the norm bound of an algebraic number may ask for."""
MOST_SQUARED = 40_000
"""Proof: products of terms when a sum with roots of sums of exponentials is multiplied by its conjugates."""
MOST_ROOTS = 12
"""Proof: roots of sums of exponentials that are multiplied away, one after the other."""
MOST_LOGS = 60
"""Proof: powers, added up, to which logarithms are put together."""
