import Foundation
import Testing

/// A file of Lua's test suite, without what the sandbox does otherwise on purpose.
struct LuaSuiteFile: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String

    var testDescription: String { name }

    /// What the files find in the standard interpreter, and the rule that runs one.
    static let prelude = """
        function print() end
        function collectgarbage(what) return what == "count" and 0.0 or 0 end
        _port, _soft, _nomsg = true, true, true
        local other = require
        local modules = { debug = {}, tracegc = { start = print, stop = print } }
        package = { preload = {}, loaded = modules }
        for name, library in pairs(_G) do
            if type(library) == "table" then modules[name] = library end
        end
        function require(name)
            if package.preload[name] then modules[name] = package.preload[name](name) end
            return modules[name] or other(name)
        end
        return { on = "test.*", execute = function(event)
            local run, message = load(event.data.text, event.data.name)
            if not run then error(message, 0) end
            run()
        end }
        """

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "LuaSuite")

    private static let differences: [String: [ClosedRange<Int>]] = {
        let path = folder.appending(path: "differences.txt")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        var found: [String: [ClosedRange<Int>]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count > 2 else { continue }
            let ends = words[1].split(separator: "-").compactMap { Int($0) }
            let range = ends.first.map { $0...(ends.last ?? $0) }
            found[String(words[0]), default: []] += range.map { [$0] } ?? []
        }
        return found
    }()

    /// Some files are Latin 1, but events are UTF-8: then bytes in strings become escapes.
    private static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\\($0)" }.joined()
    }

    /// The files of which some lines are left out.
    static var differing: Set<String> { Set(differences.filter { !$0.value.isEmpty }.keys) }

    /// The files without the lines of `differences.txt`; those that are listed as a whole are not there.
    static let all: [LuaSuiteFile] = {
        let files = folder.appending(path: "testes")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasSuffix(".lua"),
                let bytes = try? Data(contentsOf: files.appending(path: name))
            else { return nil }
            var lines = text(Array(bytes))
                .split(separator: "\n", omittingEmptySubsequences: false)
            for range in differences[name] ?? [] {
                for line in range where line <= lines.count { lines[line - 1] = "" }
            }
            return LuaSuiteFile(name: name, source: lines.joined(separator: "\n"))
        }
    }()
}
