import Foundation
import Testing

/// The table of cases of links with several events, through every command that decides events.
///
/// All rules of all cases are used at once; each looks only at the event of its case.
@Suite(.timeLimit(.minutes(15))) struct PartTests {
    private let shell: Shell
    private let cases = PartCase.all

    init() throws {
        shell = try Shell()
        var log = ""
        for (number, test) in cases.enumerated() {
            let data = try JSONSerialization.data(
                withJSONObject: ["url": test.link, "case": "\(number)"], options: .sortedKeys)
            log +=
                #"{"specversion":"1.0","id":"\#(number)","source":"s","type":"link.drill","data":"#
                + String(decoding: data, as: UTF8.self) + "}\n"
            for (rule, text) in test.rules.enumerated() {
                try shell.write(
                    text.script(rule + 1, where: " where = { [\"data.case\"] = \"\(number)\" },"),
                    name(number, rule))
            }
        }
        try shell.write(log, "log.jsonl")
    }

    private func name(_ number: Int, _ rule: Int) -> String {
        "case\(number < 10 ? "0" : "")\(number)-rule\(rule + 1).lua"
    }

    private func scripts(_ number: Int) -> String {
        cases[number].rules.indices.map { "-s \(name(number, $0))" }.joined(separator: " ")
    }

    private var allScripts: String { cases.indices.map(scripts).joined(separator: " ") }

    /// How the events of a link ended, as the table writes it.
    private func events(_ record: [String: Any]) -> String {
        let parts = record["parts"] as? [[String: Any]] ?? []
        func text(_ part: [String: Any]) -> String {
            let outcome =
                part["skipped"] as? Bool == true
                ? "not processed" : part["outcome"] as? String ?? "?"
            return outcome + (part["redirect"].map { " to \($0)" } ?? "")
        }
        if parts.isEmpty { return text(record) }
        return parts.map { "\($0["evt"] ?? "?") \(text($0))" }.joined(separator: ", ")
    }

    @Test func processEndsEachCaseAsTheTableSays() throws {
        let result = try shell.perilune(
            "process log.jsonl \(allScripts) --records records.jsonl --quarantine failed.jsonl")
        var emitted = result.lines[...]
        let records = try shell.run("cat records.jsonl").objects()
        try #require(records.count == cases.count)
        for (test, record) in zip(cases, records) {
            #expect(record["outcome"] as? String == test.outcome, "\(test)")
            #expect(events(record) == test.events, "\(test)")
            let count = record["emitted"] as? Int ?? 0
            let calls = emitted.prefix(count).map { $0.filter { $0 != "\"" } }
            emitted = emitted.dropFirst(count)
            #expect(calls.joined(separator: " ") == test.calls, "\(test)")
            let effects = record["effects"] as? [[String: Any]] ?? []
            let opened = effects.compactMap { $0["number"] as? Int }.map(String.init)
            #expect(opened.joined(separator: " ") == test.opened, "\(test)")
        }
        #expect(result.errors.contains("\(cases.count) events"))
        let failed = cases.count { $0.outcome == "failed" }
        #expect(try shell.read("failed.jsonl").split(separator: "\n").count == failed)
    }

    @Test(.enabled(if: Shell.has("curl"))) func serveDecidesAsProcessDoes() throws {
        try shell.perilune("process log.jsonl \(allScripts) --records process.jsonl -o /dev/null")
        let server = try ServeProcess(shell, "\(allScripts) --records serve.jsonl")
        let lines = try shell.read("log.jsonl").split(separator: "\n")
        try shell.write("[" + lines.joined(separator: ",") + "]", "batch.json")
        let answer = try server.post("batch.json", type: "application/cloudevents-batch+json")
        #expect(answer.status == 202)
        #expect(server.end() == 0)
        func records(_ file: String) throws -> [String] {
            // Only `serve` records versions.
            try shell.run(
                "jq -c 'del(.version, .error.traceback)' \(file) | sort"
            ).lines
        }
        #expect(try records("serve.jsonl") == records("process.jsonl"))
    }

    @Test func explainEndsEachCaseAsTheTableSays() throws {
        for (number, test) in cases.enumerated() {
            let result = try shell.perilune(
                "explain --log log.jsonl --id \(number) --json \(scripts(number))")
            let object = try #require(try result.objects().first)
            let record = try #require((object["records"] as? [[String: Any]])?.first)
            #expect(events(record) == test.events, "\(test)")
            let steps = object["steps"] as? [[String: Any]] ?? []
            let parts = (record["parts"] as? [Any])?.count ?? 0
            let told = Set(steps.compactMap { $0["part"] as? Int })
            #expect(told.isSubset(of: Set(1...max(1, parts))), "\(test)")
        }
    }

    @Test func testsEndEachCaseAsTheTableSays() throws {
        try shell.write("return { on = \"never\", execute = function() end }\n", "idle.lua")
        var text = "local test = require \"test\"\nreturn {\n"
        for (number, test) in cases.enumerated() {
            let scripts =
                test.rules.isEmpty
                ? ["\"idle.lua\""] : test.rules.indices.map { "\"\(name(number, $0))\"" }
            text += """
                { name = "\(number)", scripts = { \(scripts.joined(separator: ", ")) },
                  events = { test.event("link.drill", { url = "\(test.link)", case = "\(number)" }) },
                  records = { { outcome = "\(test.outcome)", error = \(expectsError(test))\(parts(test)) } } },

                """
        }
        try shell.write(text + "}\n", "parts_test.lua")
        let result = try shell.perilune("test parts_test.lua")
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        try shell.write(
            text.replacingOccurrences(of: "evt = 3999, outcome = \"default\"", with: "evt = 3998")
                + "}\n", "wrong_test.lua")
        #expect(try shell.perilune("test wrong_test.lua").status == 1)
    }

    private func expectsError(_ test: PartCase) -> String {
        let isWrong = test.rules.contains {
            $0.action == "fail" || $0.action.hasSuffix("empty link")
                || $0.action.hasSuffix("two links")
        }
        // A rule behind the event that stopped the link is not called.
        let isReached = !test.events.contains("not processed")
        return isWrong && isReached ? "test.any" : "test.absent"
    }

    private func parts(_ test: PartCase) -> String {
        guard test.link.components(separatedBy: "evt=").count > 2 else { return "" }
        let parts = test.events.components(separatedBy: ", ").map { text in
            let words = text.split(separator: " ", maxSplits: 1)
            let isSkipped = words[1] == "not processed"
            let outcome = isSkipped ? "rejected" : words[1].prefix { $0 != " " }
            return "{ evt = \(words[0]), outcome = \"\(outcome)\" }"
        }
        return ", parts = { \(parts.joined(separator: ", ")) }"
    }

    @Test func explainShowsEachEventAndWhatEachRuleSaid() throws {
        try shell.write(
            "return { on = \"link.*\", execute = function(_, c) return c:pass() end }", "all.lua")
        try shell.write(
            """
            return { on = "link.*", evt = 4001, execute = function(_, c) return c:reject("no") end }
            """, "reports.lua")
        let result = try shell.perilune(
            "explain 'mstr://?evt=3995&evt=4001&reportID=A&evt=3999' -s all.lua -s reports.lua")
        let lines = result.lines.filter { line in
            !["µs", "read ", "ran ", "ended "].contains { line.contains($0) }
        }
        #expect(
            lines == [
                "mstr://?evt=3995&evt=4001&reportID=A&evt=3999", "  rejected by reports.lua: no",
                "  evt 3995: default by link-drill", "  evt 4001: rejected by reports.lua: no",
                "  evt 3999: not processed, because an event before it was rejected",
                "  navigate event=home number=3995", "why",
                "  event 1 of 3: mstr://?evt=3995", "  all.lua      passed",
                "  reports.lua  not called: evt is 3995, not 4001",
                "  event 2 of 3: mstr://?evt=4001&reportID=A",
                "  all.lua      passed (called once for the whole link, for event 1)",
                "  reports.lua  rejected: no",
            ])
    }

    @Test func checkAcceptsFieldsOfTheEventsOfALink() throws {
        try shell.write(
            """
            return {
              on = "link.drill",
              evt = 4001,
              execute = function(event, commander)
                commander:emit(event.data.part.number)
              end,
            }

            """, "rule.lua")
        let link = #"{"specversion":"1.0","id":"1","source":"s","type":"link.drill","data":"#
        try shell.write(link + #"{"url":"mstr://?evt=3995&evt=4001"}}"# + "\n", "two.jsonl")
        #expect(try shell.perilune("check --strict rule.lua --against two.jsonl").status == 0)
        try shell.write(link + #"{"url":"mstr://?evt=3995&evt=3999"}}"# + "\n", "none.jsonl")
        let result = try shell.perilune("check --strict rule.lua --against none.jsonl")
        #expect(result.output.contains("evt is 3995, not 4001"), "\(result.output)")
        #expect(result.status == 1)
    }

    @Test func theTableIsInTheReferenceOfRules() throws {
        let file = SwiftPackage.root.appending(path: "Documentation/Rules.md")
        let guide = try String(contentsOf: file, encoding: .utf8)
        let rows = cases.map { test in
            func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }
            let rules = test.rules.map { code("\($0.condition): \($0.action)") }
            let fields = [
                code(String(test.link.dropFirst("mstr://".count))), rules.joined(separator: "<br>"),
                test.calls, test.events, test.opened, test.outcome,
            ]
            return "| \(fields.joined(separator: " | ")) |\n"
        }
        #expect(guide.contains(rows.joined()))
    }
}
