import Foundation
import Testing

/// What the README, or a guide, shows, in the order of the text.
///
/// Files, servers that go on, commands with the output they should have, and
/// Swift. A comment before a block of code says what it is for.
struct Readme {
    enum Block {
        case file(name: String, text: String)
        case commands(String, status: Int32, output: String?)
        case server(String)
        case swift(String)
    }

    let blocks: [Block]

    /// `ports` replaces those that the text names, which may be taken on this machine.
    init(_ name: String = "README.md", ports: [String: UInt16] = [:]) throws {
        let file = SwiftPackage.root.appending(path: name)
        var text = try String(contentsOf: file, encoding: .utf8)
        // In one pass: a free port may contain the digits of another one.
        text = text.replacing(/[0-9]+/) { ports[String($0.0)].map(String.init) ?? String($0.0) }
        var blocks: [Block] = []
        var mark = ""
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
                mark = String(line.dropFirst(5).dropLast(4))
            } else if line.hasPrefix("```") {
                let code = lines.prefix { $0 != "```" }
                lines = lines.dropFirst(code.count + 1)
                Self.add(code.map { $0 + "\n" }.joined(), String(line.dropFirst(3)), mark, &blocks)
                mark = ""
            }
        }
        self.blocks = blocks
    }

    private static func add(
        _ code: String, _ language: String, _ mark: String, _ blocks: inout [Block]
    ) {
        if mark.hasPrefix("file: ") {
            blocks.append(.file(name: String(mark.dropFirst(6)), text: code))
        } else if mark == "serve" {
            blocks.append(.server(code))
        } else if mark.hasPrefix("run") {
            let status = Int32(mark.dropFirst(5)) ?? 0
            blocks.append(.commands(code, status: status, output: nil))
        } else if mark == "output", case .commands(let commands, let status, nil) = blocks.last {
            blocks[blocks.count - 1] = .commands(commands, status: status, output: code)
        } else if language == "swift" {
            blocks.append(.swift(code))
        }
    }
}
