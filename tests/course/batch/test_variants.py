"""A class's folder: the same bytes however it was made, and nothing lost when a run is cut short."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symattn.course.batch import executor, variants
from symattn.course.batch.ledger import FolderRecord
from symattn.course.batch.roster import Student, counted
from symattn.course.batch.variants import Order, produce, shared
from symattn.course.delivery import Wanted
from symattn.course.vary import carried
from symattn.errors import SymattnError
from symattn.files import folder
from symattn.sheet import load
from symattn.version import VERSION

TEMPLATE = folder("worksheets") / "two-heads-template.toml"
PAGES = Wanted("json")  # the quickest


def order(**changes: Any) -> Order:
    return Order(**{"template": TEMPLATE.read_text("utf-8"), "file": str(TEMPLATE), "seed": 3, "wanted": PAGES, "secret": "a secret made once", **changes})


def made(place: Path, students: list[Student], jobs: int = 1, stop: int | None = None, **changes: Any) -> list[Any]:
    """Run; after *stop* students leave the run as Ctrl-C does."""
    found = []
    with executor(jobs) as pool:
        run = produce(order(**changes), students, place, pool)
        for outcome in run:
            found.append(outcome)
            if len(found) == stop:
                run.close()
                break
    return found


def contents(place: Path) -> dict[str, str]:
    files = [path for path in place.rglob("*") if path.is_file()]
    return {str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.exhaustive
def test_workers_and_interruptions_leave_no_trace(tmp_path: Path) -> None:
    """Cut short at places drawn by chance, again and again, a run ends as one that was left in peace."""
    students, chance = counted(4), Random(2026)
    made(tmp_path / "one", students)
    made(tmp_path / "two", students, jobs=2)
    for _ in range(3):
        made(tmp_path / "cut", students, jobs=chance.choice([1, 2]), stop=chance.randint(1, 3))
        assert (tmp_path / "cut" / "manifest.jsonl").exists()
    made(tmp_path / "cut", students, jobs=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "cut")
    assert set(contents(tmp_path / "one")) >= {"manifest.json", "keybook.md", "keys/01.json", "blanks/04.json", "sheets/03.toml"}


@pytest.mark.exhaustive
def test_finished_work_is_recognised_by_content_and_mended_where_it_was_changed(tmp_path: Path) -> None:
    students = counted(3)
    made(tmp_path, students)
    before = contents(tmp_path)
    stamp = (tmp_path / "keys" / "01.json").stat().st_mtime_ns
    (tmp_path / "keys" / "02.json").write_text("spoilt", "utf-8")
    made(tmp_path, students)
    assert contents(tmp_path) == before
    assert (tmp_path / "keys" / "01.json").stat().st_mtime_ns == stamp


def test_a_sheet_of_ones_own_solves_to_the_recorded_finals(tmp_path: Path) -> None:
    made(tmp_path, [Student("17", "Ada Lovelace")])
    (record,) = json.loads((tmp_path / "manifest.json").read_text("utf-8"))["variants"]
    sheet = load(tmp_path / "sheets" / "17.toml")
    assert sheet.student == "Ada Lovelace (17)"
    assert record["name"] == "Ada Lovelace"
    assert record["finals"]["q1"]["Y"]["decimal"] == [list(row) for row in sheet.solve()["q1"]["Y"].decimals(4)]


def test_a_quantity_is_drawn_and_stands_in_the_key_book_as_on_the_key(tmp_path: Path) -> None:
    text = "[[question]]\nsteps = ['M = n * b']\ngiven = { n = 3, b = '2 GB' }\nshow.M = { unit = 'GB' }\n[[vary.draw]]\nnames = ['b']\namong = ['4 GB', '16 GB']\n"
    made(tmp_path, counted(4), template=text, wanted=Wanted("text"))
    drawn = [load(tmp_path / "sheets" / f"0{number}.toml").questions[0].given_text["b"] for number in range(1, 5)]
    assert set(drawn) == {"4 GB", "16 GB"}
    book = (tmp_path / "keybook.md").read_text("utf-8")
    for number, written in enumerate(drawn, 1):
        told = {"4 GB": "12 GB", "16 GB": "48 GB"}[written]
        assert told in (tmp_path / "keys" / f"0{number}.txt").read_text("utf-8")
        assert f"## 0{number}\n\nq1, M:\n\n    {told}\n" in book


def test_finished_work_is_on_record_while_its_files_are_as_they_were(tmp_path: Path) -> None:
    def ledger() -> FolderRecord:
        return FolderRecord(tmp_path, "manifest", "variants")

    first, digest = ledger(), {text: sha256(text.encode()).hexdigest() for text in "12"}
    assert (first.before, first.names, first.find("a")) == ({}, [], None)
    first.begin({"seed": 3})
    kept = first.keep("a", {"x": 1}, {"k/a.txt": b"1"})
    assert kept == first.find("a") == {"x": 1, "job": "a", "files": {"k/a.txt": digest["1"]}}
    again = ledger()  # cut short before
    again.begin({"seed": 3})
    assert (again.before, again.find("a"), again.find("b")) == ({"seed": 3, "job": "head"}, kept, None)
    more = again.keep("a", {"x": 2}, {"k/b.txt": b"2"}, kept)
    assert more == again.find("a") == {"x": 2, "job": "a", "files": {"k/a.txt": digest["1"], "k/b.txt": digest["2"]}}
    (tmp_path / "k" / "a.txt").write_bytes(b"9")
    assert (again.find("a"), again.record("a"), again.holds(more, "k/b.txt"), again.holds(more, "k/a.txt"), again.holds(more, "\0")) == (None, more, True, False, False)
    again.close({"seed": 3}, ["b", "a"])
    assert (tmp_path / "manifest.json").read_text("utf-8") == f'{{"seed": 3, "variants": [\n{json.dumps(more)}\n]}}\n'
    assert not (tmp_path / "manifest.jsonl").exists()
    assert (ledger().before, ledger().names) == ({"seed": 3}, ["a"])
    for spoilt in ("[]", "{", '{"variants": 3}'):
        (tmp_path / "manifest.json").write_text(spoilt, "utf-8")
        assert (ledger().before, ledger().names) == ({"damaged": True}, [])
    (tmp_path / "manifest.json").write_text('{"variants": [{"job": 1, "files": {}}, {"job": "c", "files": {}}, 3, {"job": "d", "files": []}]}', "utf-8")
    assert ledger().names == ["c"]


SQUARED = "[[question]]\nsteps = ['B = A * A', 'C = B + 1']\ngiven = { A = [[2]] }\n[[vary.draw]]\nnames = ['A']\nlow = 1\nhigh = 9\n"


def test_only_what_is_not_there_is_made_and_the_manifest_says_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, str]] = []
    monkeypatch.setattr(variants, "make", lambda job, make=variants.make: (calls.append((job.student.id, job.pages)), make(job))[1])

    def run(many: int, form: str) -> list[tuple[str, str]]:
        calls.clear()
        made(tmp_path, counted(many), template=SQUARED, wanted=Wanted(form))
        return list(calls)

    assert run(3, "json") == [(student, "json, standard") for student in ("01", "02", "03")]
    first = contents(tmp_path)
    assert run(3, "json") == []
    assert contents(tmp_path) == first
    (tmp_path / "keys" / "02.json").unlink()
    assert run(4, "json") == [(student, "json, standard") for student in ("02", "04")]
    assert contents(tmp_path).items() >= {name: digest for name, digest in first.items() if "/" in name}.items()
    assert run(4, "text") == [(f"0{number}", "text, standard") for number in range(1, 5)]
    assert run(4, "text") == run(4, "json") == []
    found = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert {key: found[key] for key in ("schema", "symattn", "template", "seed", "secret")} == {
        "schema": 1, "symattn": VERSION, "template": TEMPLATE.name, "seed": 3, "secret": "a secret made once",
    }  # fmt: skip
    book, drawn = f"# Key book of {TEMPLATE.name}, seed 3\n", set()
    for record in found["variants"]:
        student = record["id"]
        ((a,),) = load(tmp_path / "sheets" / f"{student}.toml").questions[0].given["A"].decimals(0)
        drawn.add(int(a))
        values = {"B": int(a) ** 2, "C": int(a) ** 2 + 1}
        assert record["finals"] == {"q1": {name: {"exact": [[str(value)]], "decimal": [[f"{value}.0000"]]} for name, value in values.items()}}
        assert record["pages"] == ["json, standard", "text, standard"]
        names = [f"{place}/{student}.{form}" for place in ("blanks", "keys") for form in ("json", "txt")]
        assert record["files"] == {name: sha256((tmp_path / name).read_bytes()).hexdigest() for name in [*names, f"sheets/{student}.toml"]}
        book += f"\n## {student}\n" + "".join(f"\nq1, {name}:\n\n    {value}.0000\n" for name, value in values.items())
    assert drawn <= set(range(1, 10))
    assert (tmp_path / "keybook.md").read_text("utf-8") == f"{book}\n"


def test_names_stay_out_on_request(tmp_path: Path) -> None:
    made(tmp_path, [Student("17", "Ada Lovelace")], anonymous=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Lovelace" in path.read_bytes()]


def test_one_student_without_a_variant_is_reported_and_the_rest_done(tmp_path: Path) -> None:
    crowded = TEMPLATE.read_text("utf-8").replace("[vary]\n", "[vary]\ntries = 30\n")
    path = tmp_path / "template.toml"
    path.write_text(crowded, "utf-8")
    with executor() as pool:
        found = list(produce(Order(crowded, str(path), 3, PAGES), counted(6), tmp_path / "out", pool))
    failed = [outcome for outcome in found if outcome.error]
    assert len(found) == 6
    assert failed, "with 30 draws each some student is left without numbers"
    assert all("no variant in 30 draws" in outcome.error for outcome in failed)
    assert len(json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["variants"]) == 6 - len(failed)


@pytest.mark.exhaustive
def test_a_local_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra symattn[cluster] is not installed")
    students = counted(5)
    made(tmp_path / "here", students)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        executor(1, cluster.scheduler_address) as pool,
    ):
        list(produce(order(), students, tmp_path / "there", pool))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


# ---- the manifest rules: what was handed out stays


@pytest.mark.exhaustive
def test_numbers_depend_on_the_seed_and_the_id_alone(tmp_path: Path) -> None:
    """Whoever else is in the class, in whatever order, and whether or not two share a final matrix."""
    made(tmp_path / "class", [Student("zoe"), Student("17"), Student("ada")])
    for id_ in ("ada", "17", "zoe"):
        made(tmp_path / id_, [Student(id_)])
        sheet = f"sheets/{id_}.toml"
        assert (tmp_path / id_ / sheet).read_bytes() == (tmp_path / "class" / sheet).read_bytes()


@pytest.mark.exhaustive
def test_students_may_be_added_and_those_who_left_stay_on_record(tmp_path: Path) -> None:
    made(tmp_path, [Student("ada"), Student("bob")])
    before = contents(tmp_path)
    made(tmp_path, [Student("cyd"), Student("bob")])
    after = contents(tmp_path)
    assert {place: after[place] for place in before if "ada" in place or "bob" in place}.items() <= before.items()
    assert [record["id"] for record in manifest(tmp_path)["variants"]] == ["cyd", "bob", "ada"]


def manifest(place: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((place / "manifest.json").read_text("utf-8"))
    return found


@pytest.mark.sliced(2)
@pytest.mark.parametrize("cut", [False, True], ids=["finished", "interrupted"])
def test_another_seed_or_template_in_a_used_folder_is_refused(tmp_path: Path, cut: bool) -> None:
    made(tmp_path, counted(2), stop=1 if cut else None)
    before = contents(tmp_path)
    with pytest.raises(SymattnError, match=r"from seed 3, and they may have been handed out; name another folder"):
        made(tmp_path, counted(2), seed=4)
    with pytest.raises(SymattnError, match="from another template"):
        made(tmp_path, counted(2), template=TEMPLATE.read_text("utf-8") + "# other\n")
    assert contents(tmp_path) == before


@pytest.mark.exhaustive
def test_another_format_adds_pages_to_the_sheets_that_were_handed_out(tmp_path: Path) -> None:
    made(tmp_path, counted(2))
    before = contents(tmp_path)
    made(tmp_path, counted(2), wanted=Wanted("md"))
    after = contents(tmp_path)
    assert {place: digest for place, digest in after.items() if place in before and place != "manifest.json"} == {
        place: digest for place, digest in before.items() if place != "manifest.json"
    }
    assert {"keys/01.md", "blanks/02.md"} <= set(after)
    assert set(manifest(tmp_path)["variants"][0]["files"]) == {
        "sheets/01.toml", "keys/01.md", "keys/01.json", "blanks/01.md", "blanks/01.json",
    }  # fmt: skip


def test_pages_are_never_added_to_another_sheet_than_was_handed_out(tmp_path: Path) -> None:
    """The sheet that was handed out is lost, and what is drawn today, by another version say, is another."""
    made(tmp_path, counted(1))
    kept = tmp_path / "manifest.json"
    record = manifest(tmp_path)
    record["variants"][0]["files"]["sheets/01.toml"] = "0" * 64
    kept.write_text(json.dumps(record), "utf-8")
    (tmp_path / "sheets/01.toml").unlink()
    files = set(contents(tmp_path))
    (one,) = made(tmp_path, counted(1), wanted=Wanted("md"))
    assert re.search(r"01\.toml: is not the sheet that the manifest records, and .* put the sheet back", one.error)
    assert (manifest(tmp_path), set(contents(tmp_path))) == (record, files)


@pytest.mark.exhaustive
def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with executor() as pool:
        first = produce(order(), counted(3), tmp_path, pool)
        next(first)
        with pytest.raises(SymattnError, match="another run is at work here"):
            made(tmp_path, counted(3))
        assert len(list(first)) == 2
    assert len(manifest(tmp_path)["variants"]) == 3


@pytest.mark.exhaustive
def test_a_folder_taken_away_meanwhile_is_said(tmp_path: Path) -> None:
    with executor() as pool:
        run = produce(order(), counted(3), tmp_path / "out", pool)
        next(run)
        (tmp_path / "out").rename(tmp_path / "gone")
        with pytest.raises((SymattnError, OSError)):
            list(run)


def test_shared_finals_are_said_not_redrawn() -> None:
    records = [{"id": "01", "distinct": {"q1.Y": "a"}}, {"id": "02", "distinct": {"q1.Y": "b"}}, {"id": "03", "distinct": {"q1.Y": "a"}}]
    assert [line.split(";")[0] for line in shared(records)] == ["01 and 03 have the same q1.Y"]


@pytest.mark.exhaustive
def test_a_notation_of_ones_own_goes_with_every_variant(tmp_path: Path) -> None:
    """The sheet is read elsewhere, and where another notation of that name lies in the current folder."""
    (tmp_path / "mine.toml").write_text('base = "paper"\n[names]\nQ_i = "\\\\mathrm{right}_i"\n', "utf-8")
    text = re.sub(r"^notation = .*$", 'notation = "mine.toml"', TEMPLATE.read_text("utf-8"), flags=re.M)
    own = carried(text, tmp_path / "a.toml")
    assert "mine.toml" not in own
    made(tmp_path / "out", counted(1), template=own, wanted=Wanted("text"))
    assert "right" in (tmp_path / "out" / "keys" / "01.txt").read_text("utf-8")
