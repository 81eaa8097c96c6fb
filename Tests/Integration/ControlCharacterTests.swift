import Foundation
import Testing

/// Whoever may send events must not be able to do anything to the terminal of those who look at them.
struct ControlCharacterTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        let event: [String: Any] = [
            "specversion": "1.0", "id": "\u{1B}[31mred", "source": "s", "type": "x\u{1B}[2J",
            "data": ["s": "\u{1B}]0;title\u{7}\nerror: forged"],
        ]
        let json = try JSONSerialization.data(withJSONObject: event)
        try shell.write(String(decoding: json, as: UTF8.self) + "\n", "log.jsonl")
    }

    @Test func linksCannotTurnTheDirectionOfText() throws {
        try shell.write("return { on = 'x', execute = function() end }", "rule.lua")
        let result = try shell.perilune("explain 'https://h/\u{202E}moc.live' -s rule.lua")
        #expect(!result.output.unicodeScalars.contains("\u{202E}"))
    }

    @Test func anUnreadableLineIsShownWithoutControlCharacters() throws {
        try shell.write("{\"id\":\"\u{1B}[2J\"}\n", "broken.jsonl")
        try shell.write("return { on = '*', execute = function() end }", "rule.lua")
        _ = try shell.perilune("process broken.jsonl -s rule.lua --store b.db")
        let shown = try shell.perilune("quarantine show --store b.db 1")
        #expect(shown.output.contains("[2J") && !shown.output.contains("\u{1B}"), "\(shown)")
    }

    /// What an event holds cannot look like a row of its own.
    @Test func anEventCannotForgeARowOfTheQuarantineList() throws {
        let event: [String: Any] = [
            "specversion": "1.0", "id": "1\n9  2026-01-01T00:00:00Z  /events  order.paid  7",
            "source": "s", "type": "x\u{2028}y", "data": ["s": "a\n9  b"],
        ]
        let json = try JSONSerialization.data(withJSONObject: event)
        try shell.write(String(decoding: json, as: UTF8.self) + "\n", "forged.jsonl")
        try shell.write(
            "return { on = '*', execute = function(event) error(event.data.s) end }", "rule.lua")
        _ = try shell.perilune("process forged.jsonl -s rule.lua --store f.db")
        let list = try shell.perilune("quarantine list --store f.db")
        #expect(list.lines.filter { !$0.hasPrefix(" ") }.count == 1, "\(list.output)")
        #expect(!list.output.unicodeScalars.contains("\u{2028}"))
    }

    @Test(arguments: [
        "return commander:reject(s)", "error(s)", "require('log').info(s)",
        "commander:emit { s = s }",
    ])
    func decisionsAndMessagesContainNoControlCharacters(body: String) throws {
        try shell.write(
            """
            return { on = "*", execute = function(event, commander)
              local s = event.data.s
              \(body)
            end }
            """, "rule.lua")
        for command in ["explain --event log.jsonl", "process log.jsonl"] {
            let result = try shell.perilune("\(command) -s rule.lua")
            let text = result.output + result.errors
            #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"), "\(text)")
            #expect(!text.contains("\nerror: forged"), "\(text)")
        }
    }
}
