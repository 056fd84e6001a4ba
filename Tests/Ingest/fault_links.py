"""Files behind links that lead elsewhere, and in folders that are links, read by runs that are killed."""

from __future__ import annotations

import os
from pathlib import Path

from fault_follow import NAME, Writer, kill_follow
from fault_kills import Round, run_killed
from fault_tools import Bench, Wrong, expect, prepare, run, seen_count, verify, verify_rejects_file


def lead(link: Path, target: str) -> None:
    """Makes a link lead to a target, which a path beside it names, in one step."""
    new = link.with_name("new")
    new.symlink_to(target)
    os.rename(new, link)


def make_round(bench: Bench, number: int) -> Round:
    """Writes two folders with files of the same names, and makes a database."""
    made = Round(prepare(bench, bench.path(f"r{number}.sqlite")), bench.path(f"rejects{number}.ndjson"), [], [], [])
    for version in ("one", "two"):
        folder = bench.path(f"r{number}-{version}")
        folder.mkdir()
        for index, count in enumerate((20_000, 50, 8_000)):
            lines = bench.lines(count)
            (folder / f"{index}.ndjson").write_bytes(lines.data)
            made.good += lines.good
            made.bad += [(folder.name, offset, raw) for offset, raw in lines.bad]
    made.arguments += ["--into", made.database, "-q", "--rejects", made.rejects]
    return made


def kill_links(bench: Bench) -> None:
    """A folder that is a link, and links to its files; both lead elsewhere between two runs."""
    kills = number = inside = 0
    while kills < bench.kills:
        made = make_round(bench, number)
        folder, link = bench.path(f"r{number}-folder"), bench.path(f"r{number}-link.ndjson")

        def names(version: str, made_number: int = number) -> list[object]:
            lead(folder, f"r{made_number}-{version}")
            index = bench.rng.randrange(3)
            lead(link, bench.rng.choice((f"r{made_number}-{version}/{index}.ndjson", f"{folder.name}/{index}.ndjson")))
            # The same files, by one way or another.
            other = f"r{made_number}-{version}/{(index + 1) % 3}.ndjson"
            return bench.rng.choice(([folder.name], [link.name], [f"{folder.name}/*.ndjson"], [link.name, other]))

        # With some luck all is in before.
        for _ in range(20):
            if kills == bench.kills:
                break
            options: list[object] = ["--batch-rows", bench.rng.choice((50, 300, 1_500)), "--workers", bench.rng.choice((1, 2, 3))]
            before = seen_count(made.database)
            if run_killed(bench, [*names(bench.rng.choice(("one", "two"))), *made.arguments, *options], bench.rng.uniform(0.02, 0.3)):
                kills += 1
                inside += seen_count(made.database) > before
        for version in ("one", "two", "one"):
            lead(folder, f"r{number}-{version}")
            report = expect(run(bench, folder.name, *made.arguments, "--json"), 0).report
        if report["rows"] or report["rejects"]:
            raise Wrong(f"another run took in {report['rows']} rows and {report['rejects']} rejects")
        bad = [raw for _, _, raw in made.bad]
        verify(made.database, made.good, bad)
        verify_rejects_file(made.rejects, bad)
        number += 1
    bench.note(f"{kills} kills, {inside} of them behind a transaction")


class LinkWriter(Writer):
    """Appends to what a link leads to, makes the link lead elsewhere, and renames targets."""

    def __init__(self, bench: Bench, link: str, target: str, name: str = NAME) -> None:
        """Makes the link.

        Parameters: Where it leads to, with a place for a number, and the name of the file that is written.
        """
        super().__init__(bench)
        self.link, self.target, self.path = bench.path(link), target, bench.path(name)
        self.number = 0
        # The first record of the target: as soon as it is in, a run knows the target.
        self.first: int | None = None
        self.begin()

    def begin(self) -> None:
        """Makes the link lead to the next target."""
        self.number += 1
        folder = self.link.parent / self.target.format(self.number)
        # A file is made by what is written.
        (folder.parent if folder.suffix else folder).mkdir(parents=True, exist_ok=True)
        lead(self.link, self.target.format(self.number))
        self.first = None

    def burst(self) -> None:
        """Appends some lines."""
        known = len(self.written.good)
        super().burst()
        self.first = self.first or self.written.good[known]

    def rotate(self) -> None:
        """Makes the link lead elsewhere, or renames what it leads to."""
        if self.first is None or not self.is_in(self.first):
            return
        self.rotations += 1
        if self.rng.random() < 0.5:
            return self.begin()
        path = self.path.resolve()
        os.rename(path, path.with_name(f"{path.name}.{self.rotations:04}"))
        self.first = None


def kill_follow_link(bench: Bench) -> None:
    """A link to a file, as those of containers are."""
    kill_follow(bench, LinkWriter(bench, "events.ndjson", "pods/{}.log"))


def kill_follow_folder(bench: Bench) -> None:
    """A file in a folder that is a link, as that of the current release."""
    name = "current/events.ndjson"
    kill_follow(bench, LinkWriter(bench, "current", "release-{}", name), name)


CHECKS = {"kill-links": kill_links, "kill-follow-link": kill_follow_link, "kill-follow-folder": kill_follow_folder}
