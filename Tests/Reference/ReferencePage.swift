import Foundation

/// A page of Documentation/Reference.
struct ReferencePage {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    let url: URL
    let text: String

    init(_ name: String) throws {
        url = Self.root.appending(path: "Documentation/Reference/\(name).md")
        text = try String(contentsOf: url, encoding: .utf8)
    }

    /// The tables below a heading of any level, up to the next heading: rows of cells, without the head.
    func rows(_ heading: String) -> [[String]] {
        var isInside = false
        var rows: [[String]] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                isInside = line.drop { $0 == "#" }.dropFirst() == heading
            } else if isInside, line.hasPrefix("| "), !line.hasSuffix("| meaning |") {
                rows.append(Self.cells(line))
            }
        }
        return rows
    }

    /// The first cells of all tables that begin with a code such as `event.id`.
    var names: [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
            Self.quoted(Self.cells(line).first ?? "")
        }
    }

    /// The texts between the bars of a row.
    static func cells(_ line: Substring) -> [String] {
        line.replacing("\\|", with: "\u{1}").split(separator: "|")
            .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|") }
    }

    /// What stands between backquotes.
    static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

/// The sources, searched by grep, which takes a tenth of a second for all of them.
enum Sources {
    /// All matches of an extended expression, without those in comments.
    static func matches(
        _ expression: String, in paths: String = "Sources Plugins", before: String = ""
    ) throws -> Set<String> {
        let lines = before.isEmpty ? "''" : "'\(before)'"
        return try output(
            "/bin/sh", "-c",
            "grep -rhE -A1 \(lines) \(paths) --include=*.swift --include=*.c --include=*.cpp | grep -vE '^ *//' | "
                + "grep -oE '\(expression)'")
    }

    /// The lines that a program prints, each once.
    static func output(_ program: String, _ arguments: String...) throws -> Set<String> {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = ReferencePage.root
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Set(String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// The string literals that match an expression.
    static func literals(
        _ expression: String, in paths: String = "Sources Plugins", before: String = ""
    ) throws -> Set<String> {
        Set(
            try matches("\"\(expression)\\\\?\"", in: paths, before: before).map {
                $0.trimmingCharacters(in: ["\"", "\\"])
            })
    }
}
