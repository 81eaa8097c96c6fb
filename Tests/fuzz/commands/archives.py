"""Compressed logs with changed bytes: an error that names the file, or the entries before the damage; never more memory."""
import bz2
import gzip
import lzma
import random as chance
import subprocess

from runner import require

TEXT = b"".join(b'{"id":"%d","source":"s","type":"t","data":{"text":"%d"}}\n' % (i, chance.Random(i).getrandbits(90)) for i in range(400))
PACKED = {"gz": gzip.compress(TEXT), "bz2": bz2.compress(TEXT), "xz": lzma.compress(TEXT),
          "zst": subprocess.run(["zstd", "-q", "-c"], input=TEXT, capture_output=True, check=True).stdout,
          "long.xz": lzma.compress(b"x" * 30_000_000, preset=1)}
SIZE = 8


def make(random):
    """The ending of the name, a line feed, and the bytes."""
    ending = "long.xz" if random.random() < 0.02 else random.choice(["bz2", "gz", "xz", "zst"])
    text = PACKED[ending]
    for _ in range(random.randint(1, 3)):
        # Headers and trailers more often than data.
        at = random.choice([random.randrange(len(text)), random.randrange(min(24, len(text))), len(text) - 1 - random.randrange(min(24, len(text)))])
        kind = random.randrange(5)
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text + text[:at]
        else:
            text = text[:at] + bytes([random.randrange(256)]) * random.choice([1, 1, 4]) + text[at + random.choice([0, 1, 1, 4]):]
        if not text:
            break
    return ending.encode() + b"\n" + text


def check(runner, inputs):
    for text in inputs:
        ending, packed = text.split(b"\n", 1)
        log = runner.write("packed.log." + ending.decode(), packed)
        result = runner.run("process", log, "--no-config", "--records", "-", "--summary", "none", "--max-quarantine", "1000")
        records = result.lines()
        # Each of three changes may have doubled the streams.
        require(len(records) <= 8 * 400, f"{len(records)} records of 400 entries")
        require(result.code in (0, 2, 65, 66, 74), f"exit code {result.code}")
        if result.code >= 65:
            require(log.encode() in result.errors, f"no file in the message: {result.errors[-500:]!r}")
