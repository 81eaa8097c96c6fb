#!/usr/bin/env python3
"""Generates Lua programs that compile and use all of the sandbox, each after a line with its length and its name.

    lua.py SEED              programs without end
    lua.py --one NAME        the program of this name
"""
import random
import sys

KEYS = ["a", "b", "n", "x", "list", "object", "text", "data", "id"]
METHODS = ["__index", "__newindex", "__call", "__add", "__concat", "__eq", "__lt", "__le", "__len", "__close",
           "__tostring", "__unm", "__idiv", "__band", "__shl", "__pairs", "__name", "__metatable", "__mode", "__gc"]
PATTERNS = ["%a+", "(%w+)=(%w*)", "^%s*(.-)%s*$", "[^,]*", "%b()", "%f[%w]%w+", "()", "(a*(.)%w(%s*))", "[%a_][%w_]*",
            "%d+%.?%d*", ".-b", "(.)%1", "[]]", "[a-]", "[^%z]", "%%", "a?b*c+d-", "", "(", "%", "[a", "%b", "%f", "(()",
            "%1", "(a)%2", ".-.-.-.-x", "(.-)(.-)(.-)$", "[%a-z]", "[z-a]", "\\0", "\\xff+"]
FORMATS = ["%d", "%5.2f", "%s", "%q", "%x", "%-10s|", "%i %i", "%c", "%g", "%%", "%a", "%05d", "%.3s", "%p", "%99.99f",
           "%u", "%", "%y", "% d", "%+.20g", "%100d", "%.100s", "%-+ #0d"]
PACKS = ["<i4", ">I8", "z", "s1", "s8", "!8d", "bBhHlLjJT", "i16", "xXi4", "<!4 i2 i4", "f", "n", "c10", "c0", "i17", "",
         "Xz", "s"]
NUMBERS = ["0", "1", "-1", "2", "3.5", "1e308", "-1e308", "0x7fffffffffffffff", "math.mininteger", "1/0", "-1/0", "0/0",
           "255", "1e15", "0.1", "2^53", "1e-320", "-0.0", "1000", "65536", "4294967296", "math.pi"]
TEXTS = ['""', '"a"', '"some text"', '"a=1, b=2"', '"\\0\\0"', '"\\xff\\xfe"', '"\\u{7FFFFFFF}"', '"é"', '"10"', '" 0x1p4 "',
         '"%d %s"', '("x"):rep(1000)', '("ab"):rep(5000, ",")', "[==[ long\ntext ]==]", '"2026-11-21T10:30:00Z"', '"((()))"',
         '("a"):rep(30) .. "b"', '"[1,2,{\\"a\\":null}]"', "'\\z   z'", '"\\65\\10\\x41"']
LIBRARY = {
    "string": ["byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack", "packsize", "rep",
               "reverse", "sub", "unpack", "upper"],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "math": ["abs", "ceil", "floor", "fmod", "max", "min", "modf", "random", "tointeger", "type", "ult", "sqrt", "exp",
             "log", "sin"],
    "utf8": ["char", "codepoint", "codes", "len", "offset"],
    "os": ["time", "date", "clock", "difftime"],
    "coroutine": ["create", "resume", "yield", "wrap", "status", "isyieldable", "running"],
    "json": ["encode", "decode", "copy", "with", "without", "text", "array", "object"],
    "fuzz": ["echo", "fail", "nothing", "wait"],
    "": ["tostring", "tonumber", "type", "select", "rawget", "rawset", "rawlen", "rawequal", "next", "pairs", "ipairs",
         "pcall", "xpcall", "error", "assert", "setmetatable", "getmetatable", "require"],
}
OPERATORS = ["+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&", "|", "~", "<<",
             ">>", "..", ".."]


class Program:
    """Makes one program; the name is its random seed."""

    def __init__(self, name):
        self.random = random.Random(name)
        self.lines = []
        self.indent = 0
        self.scopes = [[]]        # names of locals that can be assigned to
        self.functions = [False]  # for each function around: whether it takes `...`
        self.loops = [0]          # loops around, within the function
        self.labels = 0
        self.budget = self.random.choice([20, 60, 150])

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, part):
        return self.random.random() < part

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self):
        names = [name for scope in self.scopes for name in scope]
        return self.random.choice(names) if names and self.chance(0.9) else self.pick("g", "h", "kept")

    def new_name(self):
        return "v%d" % self.random.randrange(12)

    # Expressions

    def text(self):
        return self.random.choice(TEXTS)

    def number(self):
        return self.random.choice(NUMBERS) if self.chance(0.6) else str(self.random.randrange(-20, 40))

    def expression(self, depth=0):
        if depth > 4 or self.chance(0.25):
            return self.atom()
        kind = self.random.randrange(12)
        inner = depth + 1
        if kind < 3:
            return "(%s %s %s)" % (self.expression(inner), self.random.choice(OPERATORS), self.expression(inner))
        if kind == 3:
            return "(%s %s)" % (self.pick("-", "#", "not", "~"), self.expression(inner))
        if kind < 6:
            return self.call(inner)
        if kind == 6:
            return self.table(inner)
        if kind == 7:
            return self.function(inner)
        if kind == 8:
            return "%s[ %s ]" % (self.prefix(), self.expression(inner))
        if kind == 9:
            return "%s.%s" % (self.prefix(), self.random.choice(KEYS))
        if kind == 10:
            operands = [self.atom() for _ in range(self.random.randrange(3, 14))]
            return "(%s)" % " .. ".join(operands)
        return "setmetatable(%s, %s)" % (self.table(inner), self.metatable(inner))

    def atom(self):
        kind = self.random.randrange(10)
        if kind < 3:
            return self.number()
        if kind < 5:
            return self.text()
        if kind == 5:
            return self.pick("nil", "true", "false", "json.null")
        if kind == 6 and self.functions[-1]:
            return "..."
        return self.prefix()

    def prefix(self):
        kind = self.random.randrange(8)
        if kind < 6:
            return self.name()
        return self.pick("event", "event.data", "event.data.list", "event.data.object", "state", "commander", "string")

    def table(self, depth):
        fields = []
        for _ in range(self.random.randrange(0, 6)):
            kind = self.random.randrange(4)
            if kind == 0:
                fields.append("%s = %s" % (self.random.choice(KEYS), self.expression(depth + 1)))
            elif kind == 1:
                fields.append("[ %s ] = %s" % (self.expression(depth + 2), self.expression(depth + 1)))
            else:
                fields.append(self.expression(depth + 1))
        return "{ %s }" % ", ".join(fields)

    def metatable(self, depth):
        fields = []
        for method in self.random.sample(METHODS, self.random.randrange(1, 4)):
            value = self.name() if self.chance(0.3) else self.function(depth + 1)
            if method == "__name":
                value = self.text()
            fields.append("%s = %s" % (method, value))
        return "{ %s }" % ", ".join(fields)

    def arguments(self, depth, most=4):
        return ", ".join(self.expression(depth + 1) for _ in range(self.random.randrange(0, most)))

    def call(self, depth):
        kind = self.random.randrange(10)
        if kind < 6:
            library = self.random.choice(list(LIBRARY))
            function = self.random.choice(LIBRARY[library])
            path = "%s.%s" % (library, function) if library else function
            return "%s(%s)" % (path, self.suited(function, depth))
        if kind == 6:
            method = self.random.choice(LIBRARY["string"])
            return "(%s):%s(%s)" % (self.text(), method, self.suited(method, depth, True))
        if kind == 7:
            method = self.pick("emit", "default", "reject", "pass", "handleURLLink")
            return "commander:%s(%s)" % (method, self.arguments(depth, 2))
        if kind == 8:
            return "pcall(%s, %s)" % (self.function(depth + 1), self.expression(depth + 1))
        return "%s(%s)" % (self.name(), self.arguments(depth))

    def suited(self, function, depth, method=False):
        """Arguments that usually pass the checks."""
        if self.chance(0.15):
            return self.arguments(depth)
        subject = [] if method else [self.text()]
        inner = depth + 2
        table = self.name() if self.chance(0.4) else self.table(inner)
        small = str(self.random.randrange(-5, 30))
        known = {
            "find": [repr_lua(self.random.choice(PATTERNS)), small, self.pick("true", "false")],
            "match": [repr_lua(self.random.choice(PATTERNS)), small],
            "gmatch": [repr_lua(self.random.choice(PATTERNS))],
            "gsub": [repr_lua(self.random.choice(PATTERNS)), self.replacement(inner), small],
            "rep": [self.pick(small, "1e4", "1e9", "1 << 40"), self.text()],
            "sub": [small, small], "byte": [small, small], "lower": [], "upper": [], "reverse": [], "len": [],
        }
        if function in known:
            values = subject + known[function]
            return ", ".join(values[:self.random.randrange(len(subject) + 1, len(values) + 1)]
                             if len(values) > len(subject) else values)
        others = {
            "pack": [repr_lua(self.random.choice(PACKS)), self.expression(inner), self.number()],
            "unpack": [repr_lua(self.random.choice(PACKS)), self.text(), small] if self.chance(0.5) else [table, small],
            "packsize": [repr_lua(self.random.choice(PACKS))],
            "concat": [table, self.text(), small, small],
            "insert": [table, small, self.expression(inner)], "remove": [table, small],
            "move": [table, small, small, self.pick(small, "1e18", "math.maxinteger"), table],
            "sort": [table, self.function(inner)], "select": [self.pick(small, "'#'"), self.expression(inner), "1", "2"],
            "encode": [self.expression(inner)], "decode": [self.text()], "copy": [self.expression(inner)],
            "with": [self.pick("event", "event.data", "event.data.object", table), self.table(inner)],
            "without": [self.pick("event", "event.data", table), '"a"', '"b"', '"d\\97"'],
            "text": [self.pick("event", "event.data"), '"big"'],
            "date": [self.pick('"%c"', '"*t"', '"!%Y-%j %%"', '"%E"'), self.number()], "time": [table],
            "char": [self.number(), small], "codepoint": [self.text(), small, small],
            "create": [self.function(inner)], "wrap": [self.function(inner)], "resume": [self.name()],
            "status": [self.name()], "xpcall": [self.function(inner), self.function(inner)],
            "require": [self.pick('"helper"', '"json"', '"string"', '"=delegate"', '"nothing"', self.expression(inner))],
            "setmetatable": [table, self.metatable(inner)], "error": [self.expression(inner), small],
        }
        if function == "format":
            return ", ".join([repr_lua(self.random.choice(FORMATS))] + [self.expression(inner) for _ in range(2)])
        values = others.get(function) or [self.expression(inner) for _ in range(self.random.randrange(1, 4))]
        if method and values:
            values = values[1:]
        return ", ".join(values[:self.random.randrange(1, len(values) + 1)] if values else [])

    def replacement(self, depth):
        return self.pick('"%0%0"', '"<%1>"', '"%9"', '"%"', self.table(depth), self.function(depth))

    def function(self, depth):
        parameters = ["v%d" % i for i in self.random.sample(range(12), self.random.randrange(0, 3))]
        takes_all = self.chance(0.3)
        self.scopes.append(list(parameters))
        self.functions.append(takes_all)
        self.loops.append(0)
        if depth < 3 and self.chance(0.4):
            body = " ".join(self.short_statement(depth + 1) for _ in range(self.random.randrange(1, 3)))
        else:
            body = ""
        body += " return %s" % ", ".join(self.expression(depth + 2) for _ in range(self.random.randrange(0, 3)))
        self.scopes.pop()
        self.functions.pop()
        self.loops.pop()
        return "function(%s) %s end" % (", ".join(parameters + (["..."] if takes_all else [])), body)

    def short_statement(self, depth):
        kind = self.random.randrange(5)
        if kind == 0:
            return "%s = %s;" % (self.name(), self.expression(depth))
        if kind == 1:
            return "%s.%s = %s;" % (self.prefix_name(), self.random.choice(KEYS), self.expression(depth))
        if kind == 2:
            return "coroutine.yield(%s);" % self.expression(depth)
        if kind == 3:
            return "if %s then error(%s) end;" % (self.expression(depth), self.expression(depth))
        return "local _ = %s;" % self.call(depth)

    def prefix_name(self):
        return self.name() if self.chance(0.8) else self.pick("state", "event", "commander")

    # Statements

    def block(self, count):
        self.scopes.append([])
        self.indent += 1
        for _ in range(count):
            self.statement()
        self.indent -= 1
        self.scopes.pop()

    def statement(self):
        self.budget -= 1
        if self.budget <= 0:
            self.line("%s = %s" % (self.name(), self.atom()))
            return
        kind = self.random.randrange(17)
        if kind < 3:
            name = self.new_name()
            attribute = self.pick("", "", "", " <const>", " <close>")
            if attribute == " <close>":
                value = self.pick("nil", "setmetatable({}, { __close = %s })" % self.function(1))
            else:
                value = self.expression()
            self.line("local %s%s = %s" % (name, attribute, value))
            # A constant hides a name that could be assigned to, so that the name is not used below.
            if attribute:
                for scope in self.scopes:
                    while name in scope:
                        scope.remove(name)
                self.hidden(name)
            else:
                self.scopes[-1].append(name)
        elif kind < 5:
            self.line("%s = %s" % (self.name(), self.expression()))
        elif kind < 7:
            self.line("%s.%s, %s = %s" % (self.prefix_name(), self.random.choice(KEYS), self.name(), self.expression()))
        elif kind < 9:
            self.line("local _ = %s" % self.call(0))
        elif kind == 9:
            self.line("if %s then" % self.expression(1))
            self.block(2)
            if self.chance(0.4):
                self.line("else")
                self.block(1)
            self.line("end")
        elif kind == 10:
            name = self.new_name()
            self.line("for %s = %s, %s%s do" % (name, self.number(), self.number(), self.pick("", ", 1", ", -1", ", 0.5")))
            self.loop()
            self.line("end")
        elif kind == 11:
            call = self.pick("pairs(%s)", "ipairs(%s)", "next, %s", "utf8.codes(%s)", "(%s):gmatch('.')")
            self.line("for k, v in %s do" % (call % ("(%s)" % self.expression(2))))
            self.loop()
            self.line("end")
        elif kind == 12:
            self.line("while %s do" % self.expression(2))
            self.loop(always_ends=True)
            self.line("end")
        elif kind == 13:
            self.line("repeat")
            self.loop()
            self.line("until true" if self.chance(0.7) else "until %s" % self.atom_without_locals())
        elif kind == 14:
            self.labels += 1
            label = "l%d" % self.labels
            self.line("do local count = 0")
            self.line("::%s::" % label)
            self.block(2)
            self.line("count = count + 1 if count < %d then goto %s end end" % (self.random.randrange(1, 200), label))
        elif kind == 15:
            self.line("local co = coroutine.wrap(%s)" % self.function(0))
            self.line("for i = 1, %d do local ok, r = pcall(co, %s) if not ok then break end end"
                      % (self.random.randrange(1, 6), self.atom()))
        else:
            self.line("pcall(function() -- protected")
            self.functions.append(False)
            self.loops.append(0)
            self.block(3)
            self.functions.pop()
            self.loops.pop()
            self.line("end)")

    def hidden(self, name):
        """Declares a variable behind a constant of the same name."""
        self.line("local %s = %s" % (name, name))
        self.scopes[-1].append(name)

    def atom_without_locals(self):
        return self.pick("false", "g", "#event.data.list == 3", "nil")

    def loop(self, always_ends=False):
        self.loops[-1] += 1
        self.block(2)
        if always_ends and self.chance(0.8):
            self.line("  break")
        elif self.chance(0.3):
            self.line("  if %s then break end" % self.atom())
        self.loops[-1] -= 1

    def build(self):
        self.line('local json, fuzz, state = require "json", require "fuzz", require "state"')
        self.line("local g, h, kept, commander, event = {}, 0")
        self.scopes = [["g", "h", "kept"]]
        for _ in range(self.random.randrange(0, 4)):
            self.budget = min(self.budget, 60)
            self.line("pcall(function()")
            self.block(2)
            self.line("end)")
        self.line("return {")
        if self.chance(0.3):
            self.line("  key = function(event) return %s end," % self.expression(2))
        if self.chance(0.3):
            self.line("  shouldHandle = function(event) return %s end," % self.expression(2))
        if self.chance(0.2):
            self.line("  version = 2, migrate = function(old, from) return %s end," % self.expression(2))
        self.line("  execute = function(event, commander)")
        self.budget = self.random.choice([20, 60, 150])
        self.block(self.random.randrange(2, 12))
        self.line("  end,")
        self.line("}")
        return "\n".join(self.lines) + "\n"


def repr_lua(text):
    return '"%s"' % text.replace('"', '\\"') if "\\" in text else '"%s"' % text


def program(name):
    return Program(name).build().encode()


def main():
    if sys.argv[1] == "--one":
        sys.stdout.buffer.write(program(sys.argv[2]))
        return
    number = 0
    while True:
        number += 1
        name = "program-%s-%d" % (sys.argv[1], number)
        text = program(name)
        sys.stdout.buffer.write(b"%d %s\n" % (len(text), name.encode()) + text)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
