"""What is measured: one entry for each tool and task.

A case that cannot run here says why instead of disappearing from the table.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PEERS = HERE / "peers"
SCRIPTS = HERE / "scripts"

TASKS = ("rule", "rewrite")
BASELINE = "lua5.4 + lua-cjson"


@dataclass(frozen=True)
class Case:
    """A command that does one task; `{log}` and `{out}` stand for the two files."""

    task: str
    tool: str
    command: tuple[str, ...]
    writes_file: bool = False
    missing: str = ""

    @property
    def is_perilune(self):
        return self.tool.startswith("perilune")

    def arguments(self, log, out):
        return [part.format(log=log, out=out) for part in self.command]


def perilune_command(binary, script, workers=1, trusted=False):
    """The arguments of `perilune process`; shared with the floor and memory checks."""
    return (
        str(binary), "process", "{log}", "--script", str(SCRIPTS / script), "-o", "{out}",
        "--workers", str(workers), "--summary", "json", *(["--trusted"] if trusted else []),
    )


def perilune_cases(binary):
    missing = "" if Path(binary).is_file() else f"{binary} is not built"
    variants = (("1 worker", 1, False), ("1 worker, trusted", 1, True), ("2 workers", 2, False))
    return [
        Case(task, f"perilune, {name}", perilune_command(binary, f"{task}.lua", workers, trusted),
             writes_file=True, missing=missing)
        for task in TASKS
        for name, workers, trusted in variants
    ]


def peer_cases(python):
    """The tools of the comparison; `python` has orjson and lupa, as far as they can be had."""
    cases = []
    for task in TASKS:
        lua, jq = str(PEERS / f"{task}.lua"), str(PEERS / f"{task}.jq")
        cases += [
            Case(task, BASELINE, ("lua5.4", lua, "{log}"), missing=lua_missing("lua5.4")),
            Case(task, "LuaJIT + lua-cjson", ("luajit", lua, "{log}"), missing=lua_missing("luajit")),
            Case(task, "jq", ("jq", "-c", "-f", jq, "{log}"), missing=not_found("jq")),
            Case(task, "Python + orjson", (str(python), str(PEERS / f"{task}_orjson.py"), "{log}"),
                 missing=module_missing(python, "orjson")),
            Case(task, "Python + lupa + orjson",
                 (str(python), str(PEERS / f"{task}_lupa.py"), "{log}"),
                 missing=module_missing(python, "orjson", "lupa.lua54")),
        ]
    return cases


def not_found(program):
    return "" if shutil.which(program) else f"{program} is not installed"


def lua_missing(interpreter):
    if reason := not_found(interpreter):
        return reason
    found = quiet([interpreter, "-e", 'require "cjson"'])
    return "" if found else f"lua-cjson is not installed for {interpreter}"


def module_missing(python, *modules):
    if not Path(python).is_file():
        return "no virtual environment (python3-venv)"
    for module in modules:
        if not quiet([str(python), "-c", f"import {module}"]):
            return f"{module} could not be installed"
    return ""


def quiet(command):
    """True where the command succeeds."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def versions(python, binary):
    """What was compared, for the record."""
    commands = {
        "lua5.4": ["lua5.4", "-v"],
        "luajit": ["luajit", "-v"],
        "jq": ["jq", "--version"],
        "python": [str(python), "--version"],
        "orjson": [str(python), "-c", "import orjson; print(orjson.__version__)"],
        "lupa": [str(python), "-c", "import lupa; print(lupa.__version__)"],
        "perilune": [str(binary), "version"],
    }
    found = {}
    for name, command in commands.items():
        try:
            result = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        found[name] = (result.stdout or result.stderr).strip().splitlines()[0]
    return found
