import Foundation
import LinkDrillPlugin
import Perilune
import Testing

/// The example of the README, as it stands there.
struct EmbeddingTests {
    @Test func tenLinesOfSwiftAreAHost() async throws {
        let shell = try Shell()
        try shell.run("mkdir rules")
        try shell.write(
            "return { on = 'link.drill', execute = function(e, c) return c:default() end }",
            "rules/links.lua")
        func Script(_ path: String) throws -> Script {
            try Perilune.Script("\(shell.folder.path)/\(path)")
        }
        let host = try await Host {
            LinkDrill()
            try Script("rules/links.lua")
            Delegate(on: "link.url") { event, commander in
                .reject(reason: "no web pages")
            }
        }
        let record = try await host.process(.link("https://www.example.com/"))
        print(record.json)
        #expect(record.reason == "no web pages")
    }
}
