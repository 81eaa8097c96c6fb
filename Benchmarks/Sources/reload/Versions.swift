internal import Glibc

/// A script of 8 KB that is another one each time, and broken each tenth time.
final class Versions {
    private let folder: String
    private var number = 0
    private(set) var brokenLine = 0
    var path: String { folder + "/rules.lua" }

    init() throws {
        var name = Array("/tmp/perilune-reload-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&name) != nil else { throw Failure("there is no temporary folder") }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try write(text())
    }

    /// Writes the next version; true where it is broken.
    func next() throws -> Bool {
        number += 1
        let isBroken = number % 10 == 0
        try write(text(isBroken: isBroken))
        return isBroken
    }

    func remove() {
        unsafe unlink(path)
        unsafe rmdir(folder)
    }

    private func text(isBroken: Bool = false) -> String {
        var lines = ["local state = require \"state\"", "local rules = {"]
        for rule in 0..<100 {
            lines.append(
                "  { from = \(rule * 100), to = \(rule * 100 + 99), name = \"rule \(rule)\", version = \(number) },"
            )
        }
        lines.append("}")
        if isBroken {
            lines.append("local function broken( return")
            brokenLine = lines.count
        }
        lines += [
            "return { on = \"order.*\", execute = function(event, commander)",
            "  state.count = (state.count or 0) + 1",
            "  for _, rule in ipairs(rules) do",
            "    if event.data.amount >= rule.from and event.data.amount <= rule.to then",
            "      commander:emit { count = state.count, rule = rule.name, version = rule.version }",
            "    end",
            "  end",
            "end }", "",
        ]
        return lines.joined(separator: "\n")
    }

    /// Another file that is renamed, as editors do.
    private func write(_ text: String) throws {
        let other = folder + "/next"
        guard let file = unsafe fopen(other, "w") else {
            throw Failure("\(other) cannot be written")
        }
        unsafe fputs(text, file)
        unsafe fclose(file)
        guard unsafe rename(other, path) == 0 else { throw Failure("\(path) cannot be written") }
    }
}
