"""What Perilune costs inside a process: its own table, and its rows among the targets."""

import json
import subprocess

from .cases import HERE
from .report import Target

PROGRAM = HERE / ".build" / "release" / "inprocess"
LONGEST_STOP = 100  # milliseconds: twice the budget


def findings(rounds, say):
    """What the program `inprocess` measured; {} where it cannot be built or fails."""
    # The package beside it may have changed. The flag is the one that the release binary has.
    built = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", HERE, "--product", "inprocess",
         "-Xswiftc", "-enforce-exclusivity=unchecked"],
        capture_output=True, text=True, check=False)
    if built.returncode != 0:
        say(f"inprocess: {(built.stdout + built.stderr).strip()[-2000:]}")
        return {}
    say("inprocess: measuring")
    done = subprocess.run(
        [PROGRAM, "--rounds", str(rounds), "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        say(f"inprocess: ended with status {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
        return {}
    return json.loads(done.stdout)


def text(found):
    """The medians, the ratios that have no target, and what stopped the runaways."""
    if not found:
        return ""
    lines = ["### In one process", "", "| case | CPU ns |", "|---|--:|"]
    lines += [f"| {row['name']} | {row['nanoseconds']:.0f} |" for row in found["timings"]]
    lines += ["", "| ratio | |", "|---|--:|"]
    lines += [f"| {row['what']} | {row['ratio']:.2f}× |"
              for row in found["comparisons"] if row["limit"] is None]
    lines += ["", "| runaway, budget 50 ms | worst CPU ms | worst wall ms | error | next event |",
              "|---|--:|--:|---|---|"]
    for row in found["stops"]:
        after = "handled" if row["nextIsUnharmed"] else "**HARMED**"
        lines.append(f"| {row['name']} | {row['processor']:.1f} | {row['wall']:.1f} "
                     f"| {', '.join(row['codes'])} | {after} |")
    return "\n".join(lines)


def targets(found):
    """Rows for the table of targets. A runaway that harmed the next event, or that nothing
    stopped, has missed its target whatever the time."""
    if not found:
        return []
    ratios = [Target(row["what"], row["limit"], row["ratio"], at_most=True)
              for row in found["comparisons"] if row["limit"] is not None]
    stops = [
        Target(f"{row['name']}: stopped after, worst of 20, CPU", LONGEST_STOP,
               row["processor"] if row["nextIsUnharmed"] and "nothing" not in row["codes"]
               else float("inf"), True, " ms")
        for row in found["stops"]
    ]
    return ratios + stops
