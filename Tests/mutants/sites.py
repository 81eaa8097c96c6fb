"""Where a Swift file can get a mistake that is switched on while it runs.

A site is a line and the line that replaces it, in which `mutant(0)` says whether the mistake is made: a condition is negated,
`<` becomes `<=`, `&&` becomes `||`, a 1 that is added becomes a 2, a statement is left out. The lines are found by their form, without
a parser; what the compiler rejects is left out by the caller.
"""
import re
from dataclasses import dataclass

OPENING, CLOSING = "([{", ")]}"
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) )(.+)( \{)$|^(\s*guard )(.+)( else \{.*)$")
STATEMENT = re.compile(r"^(\s+)([a-z][\w.?!]*\(.*\)|[a-z][\w.]* [-+*|&]= .+)$")
NO_STATEMENT = ("return", "throw", "super.", "self.init", "assert", "precondition", "guard", "if ", "try", "await", "switch", "case")


@dataclass
class Site:
    file: str
    line: int       # from 0
    was: str
    kind: str
    text: str

    def __str__(self):
        return f"{self.file}:{self.line + 1}: {self.kind}: {self.was.strip()}"

    @property
    def key(self):
        """What equivalent.tsv names it by."""
        return self.file, self.kind, self.was.strip()

    def made(self, number):
        return self.text.replace("mutant(0)", f"mutant({number})")


def depths(text):
    """The depth of brackets at each character; None within a string, and for the whole text if it is not balanced."""
    found, depth, in_string, at = [], 0, False, 0
    while at < len(text):
        character = text[at]
        if in_string:
            found.append(None)
            if character == "\\":
                if text[at + 1:at + 2] == "(":
                    return None         # an interpolation: left alone
                found.append(None)
                at += 1
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
            found.append(None)
        else:
            depth -= character in CLOSING
            if depth < 0:
                return None
            found.append(depth)
            depth += character in OPENING
        at += 1
    return None if depth or in_string else found


def split(text, separator):
    """The pieces between separators outside of brackets and strings."""
    levels = depths(text)
    if levels is None:
        return None
    pieces, start = [], 0
    for at in range(len(text)):
        if levels[at] == 0 and text.startswith(separator, at):
            pieces.append(text[start:at])
            start = at + len(separator)
    return pieces + [text[start:]]


def changed(expression):
    """Kind and text of a Boolean expression with a switch; None if it is left alone."""
    if depths(expression) is None or re.match(r"(let|var|case|try|await|unsafe)\b|#", expression):
        return None
    for was, now in (("&&", "||"), ("||", "&&")):
        pieces = split(expression, f" {was} ")
        if len(pieces) == 2 and len(split(expression, f" {now} ")) == 1:
            return f"{was} ==> {now}", f"(mutant(0) ? ({f' {now} '.join(pieces)}) : ({expression}))"
    if " ?? " not in expression and " ? " not in expression and " && " not in expression and " || " not in expression:
        for was, now in COMPARISONS.items():
            pieces = split(expression, f" {was} ")
            if len(pieces) == 2:
                return f"{was} ==> {now}", f"(mutant(0) ? ({f' {now} '.join(pieces)}) : ({expression}))"
    return "negated", f"(({expression}) != mutant(0))"


def in_line(line, before, after):
    """Kind and text for a line; None if it is left alone."""
    found = CONDITION.match(line)
    if found:
        head, conditions, tail = [group for group in found.groups() if group is not None]
        clauses = split(conditions, ", ")
        for at in range(len(clauses or [])):
            change = changed(clauses[at])
            if change:
                clauses[at] = change[1]
                return change[0], head + ", ".join(clauses) + tail
        return None
    found = re.match(r"^(\s+return )(.+)$", line)
    if found and not re.match(r"\s*[.?:&|+-]", after):
        value = found.group(2)
        pieces = [split(value, f" {operator} ") for operator in ("==", "!=", "<", "<=", ">", ">=", "&&", "||")]
        if value in ("true", "false") or any(len(piece or []) > 1 for piece in pieces):
            change = changed(value) if " ? " not in value and " ?? " not in value else None
            if change:
                return change[0], found.group(1) + change[1]
    if re.search(r" [-+] 1(?![\w.])", line) and '"' not in line:
        return "1 ==> 2", re.sub(r"( [-+]) 1(?![\w.])", r"\1 (mutant(0) ? 2 : 1)", line, count=1)
    found = STATEMENT.match(line)
    if found and not found.group(2).startswith(NO_STATEMENT) and depths(found.group(2)) is not None \
            and not (re.search(r"->.*\{$|\bvar \w+: .*\{$", before) and after.strip() == "}") \
            and re.search(r"[{};\])\w\"]$", before) and not re.search(r"(\(|,|=|return|\bin \()$", before) \
            and not re.match(r"\s*([.?:]|[-+*/&|<>=]+ )", after):
        return "left out", f"{found.group(1)}if !mutant(0) {{ {found.group(2)} }}"
    return None


def sites(file, text):
    """All sites of a file."""
    lines, found, in_text = text.split("\n"), [], False
    for number, line in enumerate(lines):
        quotes = line.count('"""')
        if in_text or quotes:
            in_text ^= quotes % 2 == 1
            continue
        if re.match(r"\s*(//|@inlinable|#)", line) or "//" in line:
            continue
        before = next((other.rstrip() for other in reversed(lines[:number])
                       if other.strip() and not other.strip().startswith("//")), "")
        after = lines[number + 1] if number + 1 < len(lines) else ""
        change = in_line(line, before, after)
        if change:
            found.append(Site(file, number, line, *change))
    return found
