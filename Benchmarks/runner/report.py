"""The figures as tables for a person; targets stand beside what was measured."""

from dataclasses import dataclass

from .cases import BASELINE, TASKS

MIB = 1024 * 1024


@dataclass(frozen=True)
class Target:
    what: str
    limit: float
    measured: float | None
    at_most: bool = False
    unit: str = "×"

    @property
    def reached(self):
        if self.measured is None:
            return None
        return self.measured <= self.limit if self.at_most else self.measured >= self.limit

    def row(self):
        sign = "≤" if self.at_most else "≥"
        shown = "not measured" if self.measured is None else f"{self.measured:.2f}{self.unit}"
        state = {True: "reached", False: "MISSED", None: "-"}[self.reached]
        return f"| {self.what} | {sign} {self.limit:g}{self.unit} | {shown} | {state} |"


def task_table(task, cases, results, verdicts, failures, corpus):
    """One row a tool: medians, and ratios against the baseline taken round by round."""
    baseline = results.get(f"{task}: {BASELINE}")
    lines = [
        f"### {task.capitalize()} task", "",
        "| tool | CPU s | K events/s | wall s | peak MiB | CPU ratio | wall ratio | answer |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for case in cases:
        if case.task != task:
            continue
        name = f"{task}: {case.tool}"
        if result := results.get(name):
            cpu = result.median("cpu")
            ratios = "- | -"
            if baseline:
                ratios = " | ".join(
                    f"{result.ratio(baseline, field):.2f}×" for field in ("cpu", "wall"))
            lines.append(
                f"| {case.tool} | {cpu:.2f} | {corpus.events / cpu / 1000:.0f} "
                f"| {result.median('wall'):.2f} | {result.median('peak') / MIB:.1f} "
                f"| {ratios} | {answer(verdicts[name])} |")
        else:
            why = f"skipped: {case.missing}"
            if name in failures:
                why = f"**FAILED**: {failures[name].splitlines()[-1]}"
            lines.append(f"| {case.tool} | | | | | | | {why} |")
    return "\n".join(lines)


def answer(verdict):
    if verdict.problem:
        return f"**WRONG**: {verdict.problem}"
    if verdict.same_bytes is None:
        return f"same, {verdict.lines} lines"
    return f"{verdict.same_bytes:.0%} same bytes, {verdict.same_values:.0%} same values"


def targets(results, start_up, memory, floor):
    """The numbers to reach, in the order in which they were set."""

    def ratio(task, tool, baseline=BASELINE, field="cpu"):
        ours, theirs = results.get(f"{task}: {tool}"), results.get(f"{task}: {baseline}")
        return ours.ratio(theirs, field) if ours and theirs else None

    one, trusted, two = "perilune, 1 worker", "perilune, 1 worker, trusted", "perilune, 2 workers"
    starts = None
    if len(start_up) == 2:
        starts = start_up["perilune open"] / start_up["jq"]
    peaks = [peak / MIB for name, peak in memory.items() if name.endswith("1 GB")]
    growth = [
        memory[name] / memory[name.replace("1 GB", "corpus")]
        for name in memory
        if name.endswith("1 GB") and name.replace("1 GB", "corpus") in memory
    ]
    return [
        Target(f"rule, validated, against {BASELINE}, CPU", 4, ratio("rule", one)),
        Target(f"rule, trusted, against {BASELINE}, CPU", 5, ratio("rule", trusted)),
        Target(f"rewrite against {BASELINE}, CPU", 4, ratio("rewrite", one)),
        *(Target(f"rule against the floor program, {kind}", 0.8,
                 floor[kind]["ratio"] if kind in floor else None)
          for kind in ("validated", "trusted")),
        *(Target(f"{task}, 2 workers against 1, wall", 1.8, ratio(task, two, one, "wall"))
          for task in TASKS),
        Target("start-up of `perilune open` against jq, wall", 1, starts, at_most=True),
        Target("peak memory on a 1 GB log", 64, max(peaks, default=None), True, " MiB"),
        # Flat: what grows with the log would show nearly threefold here.
        Target("the same against the corpus alone", 1.1, max(growth, default=None), True),
    ]


def targets_table(rows):
    return "\n".join([
        "### Targets", "", "| what | target | measured | |", "|---|--:|--:|---|",
        *(row.row() for row in rows),
    ])


def extras_text(start_up, memory, floor):
    lines = []
    for name, seconds in start_up.items():
        lines.append(f"- start-up, {name}: {seconds * 1000:.1f} ms")
    for name, peak in memory.items():
        lines.append(f"- peak memory, {name}: {peak / MIB:.1f} MiB")
    for kind, row in floor.items():
        lines.append(
            f"- floor, {kind}: limit {row['limit']:.0f} ns, perilune {row['perilune']:.0f} ns")
    return "\n".join(lines)
