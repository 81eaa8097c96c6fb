"""A copy of the package in .build/mutants/tree, in which each module has all its mistakes.

The environment variable PERILUNE_MUTANT switches one mistake on. With PERILUNE_MUTANTS_REACHED=FILE the byte of each mistake that is
reached becomes 1 in that file, which has SIZE bytes; programs that the tests start write to it too.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from sites import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build/mutants"
TREE = WORK / "tree"
BUNDLE = TREE / ".build/debug/perilunePackageTests.xctest"
# Tests change their copies of Scripts, and a copy of a link would be the folder itself.
COPIED = ("Package.swift", "Sources", "Plugins", "Tests", "Scripts")
# The Makefile adds its options.
SWIFT_BUILD = os.environ.get("SWIFT_BUILD", "swift build").split()
SIZE = 1 << 17
PER_MODULE = 1000
SWITCH = f"""
import Glibc
private let mutantNumber = getenv("PERILUNE_MUTANT").flatMap {{ Int(String(cString: $0)) }} ?? 0
nonisolated(unsafe) private let mutantsReached: UnsafeMutablePointer<UInt8>? = {{
    guard let file = getenv("PERILUNE_MUTANTS_REACHED") else {{ return nil }}
    let descriptor = open(file, O_RDWR)
    let memory = mmap(nil, {SIZE}, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    close(descriptor)
    return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
}}()
/// Whether this mistake is made.
func mutant(_ number: Int) -> Bool {{
    if let mutantsReached {{ mutantsReached[number] = 1 }}
    return number == mutantNumber
}}
"""
# Statements that nothing but speed depends on.
UNSEEN = re.compile(r"\.reserveCapacity\(")
# Arguments of the compiler that are about its output; a value follows those of the second list.
OUTPUT = {"-emit-dependencies", "-emit-module", "-parseable-output", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
          "-emit-objc-header", "-warnings-as-errors", "-j2", "-strict-memory-safety"}
OUTPUT_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}


def modules():
    """The folder of each module of Swift, by its name."""
    found = {folder.name: folder for folder in (ROOT / "Sources").iterdir() if any(folder.rglob("*.swift"))}
    found |= {f"{folder.name}Plugin": folder for folder in (ROOT / "Plugins").iterdir() if any(folder.rglob("*.swift"))}
    return dict(sorted(found.items()))


def files(folder):
    """The sources of a module; not the commands that a plugin has in a target of their own."""
    return [file for file in sorted(folder.rglob("*.swift"))
            if file.relative_to(folder).parts[0] not in ("Commands", "SDK")]


def equivalents():
    """Mistakes that change nothing that could be observed."""
    found = set()
    for line in (ROOT / "Tests/mutants/equivalent.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            found.add(tuple(line.split("\t")[:3]))
    return found


class Module:
    """A module with the mistakes that are drawn by the seed; those that the compiler rejects are None."""

    def __init__(self, name, folder, first, count, seed, left_out):
        self.name, self.folder, self.first, self.count, self.left_out = name, folder, first, count, left_out
        everything = [site for file in files(folder) for site in sites(str(file.relative_to(ROOT)), file.read_text())]
        self.places = len(everything)
        # More than wanted: the compiler rejects some, and some are equivalent.
        self.chosen = random.Random(f"{seed} {name}").sample(everything, min(len(everything), count * 5 // 4))

    def mistakes(self):
        """The mistakes by their numbers."""
        found = [(self.first + at, site) for at, site in enumerate(self.chosen)
                 if site and site.key not in self.left_out and not UNSEEN.search(site.was)]
        return dict(found[:self.count])

    def texts(self):
        """The files that have mistakes, and the switch."""
        lines = {}
        for at, site in enumerate(self.chosen):
            if site:
                text = lines.setdefault(site.file, (ROOT / site.file).read_text().split("\n"))
                text[site.line] = site.made(self.first + at)
        found = {name: "\n".join(text) for name, text in lines.items()}
        return found | {str(self.folder.relative_to(ROOT) / "Mutant.swift"): SWITCH}

    def reject(self, keys):
        self.chosen = [site if site and site.key not in keys else None for site in self.chosen]

    def near(self, errors):
        """The keys of the mistakes where the compiler found errors, of which each is a file and a line."""
        keys = set()
        for path, line in errors:
            there = [(abs(site.line + 1 - int(line)), site.key) for site in self.chosen
                     if site and str(TREE / site.file) == path]
            if there:
                keys.add(min(there)[1])
        return keys


def errors(output):
    return re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", output, re.MULTILINE)


def update(chosen):
    """Brings the copy up to date; files that are the same stay, so that they are not compiled again."""
    made = {}
    for module in chosen:
        made |= module.texts()
    for folder in COPIED:
        # Of an earlier version.
        if (TREE / folder).is_symlink():
            (TREE / folder).unlink()
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *COPIED], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\0")
    for path in sorted(set(listed[:-1]) | set(made)):
        source, target = ROOT / path, TREE / path
        if path not in made and not os.path.lexists(source):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not target.is_symlink():
                target.symlink_to(os.readlink(source))
            continue
        data = made[path].encode() if path in made else source.read_bytes()
        if path == "Package.swift":
            data = data.replace(b".treatAllWarnings(as: .error),", b"")
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)
            target.chmod(source.stat().st_mode if source.exists() else 0o644)
    wanted = {TREE / path for path in listed if path and os.path.lexists(ROOT / path)} | {TREE / path for path in made}
    for folder in COPIED[1:]:
        for target in (TREE / folder).rglob("*"):
            if target.is_file() and not target.is_symlink() and target not in wanted:
                target.unlink()
    for other in ROOT.iterdir():
        if not other.name.startswith(".") and other.name not in COPIED and not (TREE / other.name).is_symlink():
            (TREE / other.name).symlink_to(other)


def compiler(name):
    """The command with which `swift build` compiled the module, with the sources of the copy and no output."""
    text = (ROOT / ".build/debug.yaml").read_text()
    found = re.search(rf'^  "C\.{name}-[^"]*-debug\.module":\n(?:    .*\n)*?    args: (\[.*\])$', text, re.MULTILINE)
    if not found:
        return None
    arguments, kept = iter(json.loads(found.group(1))), []
    for argument in arguments:
        if argument in OUTPUT_WITH_VALUE:
            next(arguments)
        elif not argument.startswith("@") and argument not in OUTPUT:
            kept.append(argument)
    # Sources that the build itself writes.
    inputs = re.search(r'    inputs: (\[.*\])\n', found.group(0))
    kept += [file for file in json.loads(inputs.group(1)) if file.endswith(".swift") and "/.build/" in file]
    return kept + ["-emit-sil", "-whole-module-optimization", "-suppress-warnings", "-o", "/dev/null"]


def compiles_alone(module, command):
    """Whether the compiler accepts the module without mistakes; if not, no error is one of a mistake."""
    sources = [str(file) for file in files(module.folder)]
    return subprocess.run(command + sources, cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def reject_alone(module):
    """Compiles the module against the others as they are without mistakes, until the compiler accepts it."""
    command, rejected = compiler(module.name), set()
    while command:
        sources = [str(TREE / file.relative_to(ROOT)) for file in files(module.folder)]
        sources.append(str(TREE / module.folder.relative_to(ROOT) / "Mutant.swift"))
        result = subprocess.run(command + sources, cwd=TREE, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        keys = module.near(errors(result.stderr))
        if keys and not rejected and not compiles_alone(module, command):
            print(f"{module.name}: the normal build is older than its sources", file=sys.stderr)
            break
        if not keys:
            if result.returncode:
                print(f"{module.name}:\n{result.stderr[-1500:]}", file=sys.stderr)
            break
        rejected |= keys
        module.reject(keys)
        texts = module.texts()
        for path in {site[0] for site in keys}:
            (TREE / path).write_text(texts.get(path) or (ROOT / path).read_text())
    return rejected


def build(chosen):
    """Compiles the copy. What the compiler has rejected is remembered."""
    memory = WORK / "rejected.json"
    state = json.loads(memory.read_text()) if memory.exists() else {}
    rejected = {tuple(key) for key in state.get("rejected", [])}
    for module in chosen:
        module.reject(rejected)
    update(chosen)
    # Modules whose mistakes are those of the last time need not be tried.
    tried = state.get("tried", {})
    signs = {module.name: [str(site) for site in module.chosen] for module in chosen}
    new = [module for module in chosen if tried.get(module.name) != signs[module.name]]

    def save():
        tried.update({module.name: [str(site) for site in module.chosen] for module in chosen})
        memory.write_text(json.dumps({"rejected": sorted(rejected), "tried": tried}))

    with ThreadPoolExecutor(2) as pool:
        for keys in pool.map(reject_alone, new):
            rejected |= keys
    save()
    for _ in range(40):
        update(chosen)
        result = subprocess.run([*SWIFT_BUILD, "--build-tests"], cwd=TREE, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        (WORK / "build.log").write_text(result.stdout)
        if result.returncode == 0:
            return save()
        found = set().union(*(module.near(errors(result.stdout)) for module in chosen))
        if not found:
            break
        rejected |= found
        for module in chosen:
            module.reject(found)
        save()
    sys.exit(f"the mistakes cannot be compiled:\n{result.stdout[-3000:]}")
