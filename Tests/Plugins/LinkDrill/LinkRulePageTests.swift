import Foundation
import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing
import URLPatternsPlugin

/// The examples of `Documentation/LinkRules.md`.
struct LinkRulePageTests {
    struct Example: Sendable, CustomTestStringConvertible {
        /// The fields that declare the rule.
        let rule: String
        let link: String
        let matches: Bool
        /// JSON; empty where the page says nothing.
        let captures: String

        var testDescription: String { "\(rule) and \(link)" }

        /// A row of the table.
        init?(_ line: Substring) {
            let cells = line.replacing("\\|", with: "\0").split(separator: "|").map { cell in
                cell.trimmingCharacters(in: .whitespaces).replacing("\0", with: "|")
                    .trimmingCharacters(in: ["`"])
            }
            guard cells.count > 2, cells[2] == "yes" || cells[2] == "no" else { return nil }
            let isFields = cells[0].prefix { $0 != "\"" }.contains(" = ")
            rule = isFields ? cells[0] : "url = \"\(cells[0])\""
            link = cells[1]
            matches = cells[2] == "yes"
            captures = cells.count > 3 ? cells[3] : ""
        }
    }

    static let examples: [Example] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/LinkRules.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Example($0) }
    }()

    @Test func thePageHasMatchingAndOtherExamples() {
        #expect(Self.examples.count { $0.matches } > 20)
        #expect(Self.examples.count { !$0.matches } > 10)
    }

    @Test(arguments: examples) func matchesTheExamplesOfThePage(_ example: Example) async throws {
        let host = try await Host {
            LinkDrill()
            URLPatterns()
            Script(
                name: "rule.lua",
                source: """
                    return { \(example.rule), execute = function(event, commander)
                      commander:emit(event.captures or "none")
                    end }
                    """)
        }
        let results = try await host.process(all: [.link(example.link, id: "e")])
        let emitted = String(decoding: results.output.dropLast(), as: UTF8.self)
        #expect(results.records.first?.error == nil)
        guard example.matches else {
            #expect(emitted.isEmpty)
            return
        }
        #expect(emitted == (example.captures.isEmpty ? "\"none\"" : example.captures))
    }
}
