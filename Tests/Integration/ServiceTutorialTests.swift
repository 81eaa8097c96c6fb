import Foundation
import Testing

/// The tutorial of the API reference shows `Examples/OrderService`, which `ExamplesTests` runs.
struct ServiceTutorialTests {
    private func lines(_ file: String) throws -> [String] {
        try String(contentsOf: SwiftPackage.root.appending(path: file), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// Each block of a language, as lines.
    private func blocks(_ language: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        for line in try lines("Documentation/Perilune.docc/BuildingAService.md") {
            if line == "```\(language)" {
                isInside = true
                blocks.append([])
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// Whether the lines stand in a file, one after the other.
    private func has(_ file: String, _ block: [String]) throws -> Bool {
        try lines(file).joined(separator: "\n").contains(block.joined(separator: "\n"))
    }

    @Test func itsSwiftIsThatOfTheExample() throws {
        let blocks = try blocks("swift")
        #expect(blocks.count == 9)
        let files = ["Package.swift", "Sources/OrderService.swift", "Sources/Orders.swift"]
        for block in blocks {
            let isShown = try files.contains { try has("Examples/OrderService/\($0)", block) }
            #expect(isShown, "\(block.joined(separator: "\n"))")
        }
    }

    @Test func itsRuleIsThatOfTheExample() throws {
        let blocks = try blocks("lua")
        #expect(blocks.count == 1)
        for block in blocks { #expect(try has("Examples/OrderService/rules/orders.lua", block)) }
    }

    @Test func itsOutputIsThatOfTheExample() throws {
        let tested = try lines("Tests/Integration/ExamplesTests.swift").joined(separator: "\n")
        let shown = try blocks("text").flatMap(\.self)
        #expect(shown.count == 4)
        for line in shown { #expect(tested.contains("\"\(line)\"")) }
    }
}
