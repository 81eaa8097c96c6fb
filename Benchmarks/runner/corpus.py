"""The log that everything reads: generated once, then kept."""

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .cases import HERE

FOLDER = HERE / "corpus"
GENERATOR = HERE / ".build" / "release" / "generate"
SEED = 42

# `generate --events 1000 --seed 42`. Other bytes are another corpus: figures do not compare.
FIRST_THOUSAND = "e83c4f9385c9badc0e20216e9492b50cb289943d406db873a1fe5ef9f588f0a3"


@dataclass(frozen=True)
class Corpus:
    path: Path
    events: int
    size: int

    @property
    def mean_line(self):
        return self.size / max(self.events, 1)


def generator():
    """The generator's path; builds it where `make` has not."""
    if not GENERATOR.is_file():
        subprocess.run(
            ["swift", "build", "-c", "release", "--package-path", str(HERE),
             "--product", "generate"],
            check=True, stdout=subprocess.DEVNULL)
    return GENERATOR


def is_the_published_one():
    """Whether the generator still writes the bytes that published figures were measured on."""
    sample = subprocess.run(
        [generator(), "--events", "1000", "--seed", str(SEED)], check=True, capture_output=True)
    return hashlib.sha256(sample.stdout).hexdigest() == FIRST_THOUSAND


def obtain(events):
    """The corpus of `events` events; a newer generator makes it anew."""
    program = generator()
    path = FOLDER / f"mixed-{events}-{SEED}.jsonl"
    if not path.is_file() or path.stat().st_mtime < program.stat().st_mtime:
        FOLDER.mkdir(exist_ok=True)
        unfinished = path.with_suffix(".part")
        with open(unfinished, "wb") as out:
            subprocess.run(
                [program, "--events", str(events), "--seed", str(SEED)], check=True, stdout=out)
        os.replace(unfinished, path)
    return Corpus(path, events, path.stat().st_size)


def repeated(corpus, size):
    """`corpus` again and again until there are `size` bytes of it."""
    times = -(-size // corpus.size)
    path = FOLDER / f"{corpus.path.stem}-times-{times}.jsonl"
    if not path.is_file() or path.stat().st_size != times * corpus.size:
        unfinished = path.with_suffix(".part")
        with open(unfinished, "wb") as out:
            for _ in range(times):
                with open(corpus.path, "rb") as log:
                    shutil.copyfileobj(log, out, 1 << 20)
        os.replace(unfinished, path)
    return Corpus(path, corpus.events * times, corpus.size * times)


def one_event(corpus):
    """The first link of the corpus on its own: what start-up is measured with."""
    path = FOLDER / "one-link.jsonl"
    with open(corpus.path, "rb") as log:
        line = next(line for line in log if b'"link.drill"' in line)
    path.write_bytes(line)
    return path, json.loads(line)["data"]["url"]


def first_line(source, name):
    """The first line of the file `source`, as a file of its own."""
    path = FOLDER / name
    with open(source, "rb") as log:
        path.write_bytes(log.readline())
    return path
