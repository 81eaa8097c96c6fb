import Foundation
import Testing

/// The hosts under `Examples/`, as somebody who copies them would run them.
struct ExamplesTests {
    @Test func aToolAsksItsRulesAboutEachClaim() throws {
        let result = try run(
            "ExpenseRules", "rules decisions.jsonl < claims.jsonl; cat decisions.jsonl >&2")
        #expect(
            result.lines == [
                "1: approved by travel.lua",
                "2: refused by limits.lua: more than 80 for a dinner",
                "3: for a person to decide",
                "4: approved by travel.lua (rules/limits.lua:8:30 attempt to compare number with nil)",
                "5: not a claim: expected a JSON value",
            ])
        let decided = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(decided.count == 4)
        #expect(decided.first?.contains(#""by":"travel.lua","version":""#) == true)
        #expect(result.status == 0)
    }

    @Test func aLinkHandlerOpensWhatTheScriptMakesOfALink() throws {
        let links = "'https://example.org/?utm_source=mail' http://example.org ftp://example.org"
        let result = try run("LinkOpener", "rules/links.lua \(links)")
        #expect(result.lines.first == "xdg-open 'https://example.org/'")
        #expect(result.output.contains("# not opened: not encrypted: http://example.org"))
        #expect(result.output.contains("is no link of the Web"))
    }

    @Test func aServerTakesEventsOverHTTP() throws {
        let order =
            #"{"specversion":"1.0","id":"o1","source":"shop","type":"shop.order","data":{"customer":"c1","total":900}}"#
        let port = try FreePort.next()
        let url = "http://127.0.0.1:\(port)/events"
        // The server ends when the sender, its standard input, does.
        let result = try run(
            "EventServer",
            """
            rules/orders.lua "$PWD/orders.db" \(port) < <(
              curl -s --retry 50 --retry-delay 1 --retry-connrefused '\(url)' \\
                -H 'Content-Type: application/cloudevents+json' -d '\(order)' >&2; echo)
            """)
        #expect(result.output.contains("info: orders.lua: a large first order"))
        #expect(result.lines.last == "1 rejected")
    }

    @Test func aServiceAsksItsRulesAboutOrders() throws {
        let result = try run("OrderService", "rules/orders.lua orders.jsonl")
        #expect(
            result.lines == [
                "chair: placed, 5 % off", "lamp: refused: no lamp left",
                "desk: refused: ask the sales department", "table: placed", "piano: cancelled",
                "records: handled, rejected, rejected, handled, failed",
                "log: 1 placed, 2 refused", "audit: 8 records",
            ])
        #expect(result.status == 0)
    }

    @Test func aServiceSaysWhyItsRulesCannotBeRead() throws {
        let result = try run("OrderService", "rules/other.lua")
        #expect(result.output.hasPrefix("rules/other.lua: "))
    }

    /// In a copy of the example's folder, beside the binary that this build made of it.
    private func run(_ name: String, _ arguments: String) throws -> Shell.Result {
        let shell = try Shell()
        let folder = SwiftPackage.root.appending(path: "Examples/\(name)").path
        return try shell.run(
            """
            program='\(Shell.buildFolder.path)/\(name)Example'
            cp -r '\(folder)' example; cd example; touch out
            "$program" \(arguments)
            """)
    }
}
