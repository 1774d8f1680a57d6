"""Lists of participants as platforms, offices and spreadsheets write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.course.batch.roster import roster
from symattn.errors import SheetError

ADA = [("4711", "Ada Lovelace"), ("4712", "Jörg Müller")]
ROSTERS: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    "id and name": ("utf-8", "id,name\n4711,Ada Lovelace\n4712,Jörg Müller\n", ADA),
    "name and id, with a mark at the start": ("utf-8-sig", "Name,ID\r\nAda Lovelace,4711\r\nJörg Müller,4712\r\n", ADA),
    "a German Excel": (
        "cp1252", "Matrikelnummer;Nachname;Vorname;E-Mail-Adresse\r\n4711;Lovelace;Ada;ada@uni.de\r\n4712;Müller;Jörg;jm@uni.de\r\n", ADA,
    ),
    "a German Excel, which says its sign": ("cp1252", "sep=;\r\nName;Vorname;Matrikel-Nr.\r\nLovelace;Ada;4711\r\nMüller;Jörg;4712\r\n", ADA),
    "Excel's Unicode text": ("utf-16", "Matrikelnr.\tNachname\tVorname\r\n4711\tLovelace\tAda\r\n4712\tMüller\tJörg\r\n", ADA),
    "the same without a mark at the start": ("utf-16-le", "Matr.-Nr.\tNachname\tVorname\r\n4711\tLovelace\tAda\r\n4712\tMüller\tJörg\r\n", ADA),
    "an examination office, below its heading": (
        "cp1252", "Prüfungsliste WS 2026;;\r\nGedruckt am 3.2.2027;;\r\n\r\nmtknr;nachname;vorname\r\n4711;Lovelace;Ada\r\n4712;Müller;Jörg\r\n", ADA,
    ),
    "Moodle's participants, without numbers for all": (
        "utf-8-sig", '"First name","Last name","ID number","Email address",Groups\nAda,Lovelace,,ada@uni.edu,A\nJörg,Müller,88,joerg@uni.edu,B\n',
        [("ada", "Ada Lovelace"), ("joerg", "Jörg Müller")],
    ),
    "Moodle's participants in German": (
        "utf-8", "Vorname,Nachname,ID-Nummer,E-Mail-Adresse,Rollen\nAda,Lovelace,4711,a@u.de,Student/in\nJörg,Müller,4712,j@u.de,Student/in\n"
        "Emmy,Noether,1,n@u.de,Trainer/in\n", ADA,
    ),
    "Moodle's grading worksheet": (
        "utf-8-sig", 'Identifier,"Full name","Email address",Status,Grade\n"Participant 4711","Ada Lovelace",a@u.edu,"No submission",\n'
        '"Participant 4712","Jörg Müller",j@u.edu,"No submission",\n', ADA,
    ),
    "Moodle's grading worksheet in German": (
        "utf-8-sig", 'ID,"Vollständiger Name",E-Mail-Adresse,Status\nTeilnehmer/in4711,"Ada Lovelace",a@u.de,\nTeilnehmer/in4712,"Jörg Müller",j@u.de,\n', ADA,
    ),
    "Canvas's gradebook": (
        "utf-8-sig", 'Student,ID,SIS User ID,SIS Login ID,Section,Sheet 3 (99)\n,,,,,Manual Posting\n    Points Possible,,,,,20\n"Lovelace, Ada",4711,u1,al1,A,\n'
        '"Müller, Jörg",4712,u2,jm1,A,\n"Student, Test",9999,,x,A,\n', [("4711", "Lovelace, Ada"), ("4712", "Müller, Jörg")],
    ),
    "Canvas's list with the office's numbers alone": ("utf-8", "Student,SIS User ID,Section\nAda Lovelace,4711,A\nJörg Müller,4712,A\n", ADA),
    "Gradescope's roster": (
        "utf-8", "First Name,Last Name,SID,Email,Role,Section\nAda,Lovelace,4711,a@u.edu,Student,1\nJörg,Müller,4712,j@u.edu,Student,1\n"
        "Emmy,Noether,,n@u.edu,Instructor,\n", ADA,
    ),
    "Gradescope's grades": ("utf-8", "Name,SID,Email,Total Score\nAda Lovelace,4711,a@u.edu,3\nJörg Müller,4712,j@u.edu,4\n", ADA),
    "Blackboard": (
        "utf-16", '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Availability"\r\n"Lovelace"\t"Ada"\t"al"\t"4711"\t"Yes"\r\n'
        '"Müller"\t"Jörg"\t"jm"\t"4712"\t"Yes"\r\n', ADA,
    ),
    "Brightspace": ("utf-8", "OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n#4711,#al,Lovelace,Ada,#\n#4712,#jm,Müller,Jörg,#\n", ADA),
    "addresses alone": ("utf-8", "E-Mail\nada@uni.edu\njm@uni.edu\n", [("ada", ""), ("jm", "")]),
    "accounts, the last without a name": ("utf-8", "id,name\nada,Ada\nbo,\n", [("ada", "Ada"), ("bo", "")]),
    "bars": ("utf-8", "Student ID|Full name\n4711|Ada Lovelace\n4712|Jörg Müller\n", ADA),
    "a comma in a name among semicolons": ("utf-8", "id;name\n4711;Lovelace, Ada\n4712;Müller, Jörg\n", [("4711", "Lovelace, Ada"), ("4712", "Müller, Jörg")]),
}  # fmt: skip


ROSTERS |= {
    "an office's, both names in one column": ("cp1252", "Matr.-Nr.;Name, Vorname\r\n4711;Müller, Jörg\r\n", [("4711", "Müller, Jörg")]),
    "Excel's first line": ("cp1252", 'sep=;\r\nMtkNr;Name, Vorname\r\n4711;"Åström, Fée"\r\n', [("4711", "Åström, Fée")]),
    "HIS": ("cp1252", "mtknr;sortname;nachname;vorname;bewertung\n4711;Noël,Fée;Noël;Fée;\n", [("4711", "Fée Noël")]),
    "an office's in French": ("cp1252", "N° étudiant;Nom;Prénom;Courriel\r\n22001;Lefèvre;Zoé;zoe@x.fr\r\n", [("22001", "Zoé Lefèvre")]),
    "last, first": ("utf-8-sig", '"Student ID","Last, First","Program"\n"2024","O\'Brien, Zoë","CS, BSc"\n', [("2024", "O'Brien, Zoë")]),
    "numbers of rows and a list's heading": (
        "cp1252", 'Liste;;;\r\nML, WS 2026/27;;;\r\n;;;\r\nNr.;Matrikelnummer;Nachname;Vorname\r\n1;3012345;Groß;Zoë\r\n;;;\r\n', [("3012345", "Zoë Groß")],
    ),
    "Moodle's gradebook, a comma in a name": (
        "utf-8-sig", 'Vorname,Nachname,Matrikelnummer,Institution,"Aufgabe: Blatt 3 (Punkte)"\nZoë,"Groß, geb. Klein",3012345,,"7,50"\n',
        [("3012345", "Zoë Groß, geb. Klein")],
    ),
    "Banner": ("cp1252", 'Term,CRN,Student Name,ID\n202610,12345,"O\'Brien, Zoë M.",A00123456\n', [("A00123456", "O'Brien, Zoë M.")]),
    "line ends of an old Mac": ("utf-8", "id\tname\r4711\tZoë\r4712\tJosé\r", [("4711", "Zoë"), ("4712", "José")]),
    "Blackboard's, Unicode": ("utf-16", '"Last Name"\t"First Name"\t"Username"\n"Żak"\t"Łukasz"\t"lz1"\n', [("lz1", "Łukasz Żak")]),
}


@pytest.mark.parametrize(("code", "text", "students"), ROSTERS.values(), ids=ROSTERS)
def test_as_it_is_written(tmp_path: Path, code: str, text: str, students: list[tuple[str, str]]) -> None:
    (tmp_path / "class.csv").write_bytes(text.encode(code))
    assert [(one.id, one.name) for one in roster(tmp_path / "class.csv")] == students


WRONG = {
    "no column with ids": ("Vorname;Nachname;Gruppe\nAda;Lovelace;A\n", ('"Vorname", "Nachname", "Gruppe"', "Student ID, Matrikelnummer, SIS User ID")),
    "no titles": ("4711,Ada Lovelace\n", ('"4711", "Ada Lovelace"', "Email")),
    "nothing": ("", ("none",)),
    "one address for two": ("Email\nada@a.edu\nada@b.edu\n", ('"ada" stands in line 2 too',)),
    "ids for some alone": ("id,name\n4711,Ada\n,Bo\n", ('"" cannot be an id',)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_what_is_missing_is_said_with_the_columns_there_are(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    (tmp_path / "class.csv").write_text(text, "utf-8")
    with pytest.raises(SheetError) as caught:
        roster(tmp_path / "class.csv")
    assert all(words in str(caught.value) for words in said), str(caught.value)


FILES = "write letters, digits, . _ - only, a letter or digit first: the id names files"
OF_IDS = {  # an id below another one, "ada" -> what is said of it
    "a b": ("cannot be an id", FILES), "ad\u200bb": ("cannot be an id", f"U+200B (zero width space) stands in it; {FILES}"), "\u0430da": ("cannot be an id", f"U+0430 (cyrillic small letter a) stands in it; {FILES}"),
    "ADA": ("stands in line 2 too", "write each id once; upper and lower case are the same in many file systems"), "con": ("cannot be an id", "no file may have this name on Windows"), "-a": ("cannot be an id", FILES),
}  # fmt: skip


@pytest.mark.parametrize("id", OF_IDS, ids=ascii)
def test_of_an_id_that_cannot_be_it_is_said_why(tmp_path: Path, id: str) -> None:
    file = tmp_path / "class.csv"
    file.write_text(f"id,name\nada,Ada\n{id},B\n", "utf-8")
    with pytest.raises(SheetError) as caught:
        roster(file)
    what, hint = OF_IDS[id]
    assert str(caught.value) == f'{file}:3:1: id: "{id}" {what}\n  {hint}'


def test_of_a_class_without_ids_the_columns_are_told(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    for text, said in {
        "Vorname;Gruppe\nAda;A\n": 'there is no column id\n  write "id,name" as the first line, or call one of these columns id, Student ID, Matrikelnummer, SIS User ID, Username or Email: "Vorname", "Gruppe"',
        "\u0456d,team\nada,1\n": 'there is no column id\n  U+0456 (cyrillic small letter byelorussian-ukrainian i) stands in it; write "id,name" as the first line, '
        'or call one of these columns id, Student ID, Matrikelnummer, SIS User ID, Username or Email: "\u0456d", "team"',
    }.items():
        file.write_text(text, "utf-8")
        with pytest.raises(SheetError) as caught:
            roster(file)
        assert str(caught.value) == f"{file}:1:1: id: {said}"
    file.write_text("id,name\n", "utf-8")
    with pytest.raises(SheetError) as caught:
        roster(file)
    assert str(caught.value) == f"{file}:2:1: id: the roster is empty\n  write one line for each student"
