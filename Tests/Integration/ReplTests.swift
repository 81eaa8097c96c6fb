import Foundation
import Testing

@Suite(.serialized)
struct ReplTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            {"specversion":"1.0","id":"e1","source":"s","type":"crm.lead.update","data":
             {"target":{"amount":120,"name":"Ann"},"url":"mstr://?evt=1&pwd=secret","list":[1,2]}}
            """, "event.json")
    }

    private let script = "-s Scripts/every_third_link.lua"

    @Test func writesValuesForAShellScript() throws {
        let result = try shell.run(
            "echo 'event.data.target' | perilune repl --event event.json")
        #expect(result.output == "{ amount = 120, name = \"Ann\" }\n")
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)
    }

    @Test func readsChunksOfSeveralLines() throws {
        let result = try shell.run(
            """
            printf 'local sum = 0\\nfor i = 1, 3 do\\n  n = (n or 0) + i\\nend\\nn\\n' | perilune repl
            """)
        #expect(result.output == "6\n")
    }

    @Test func anErrorInAPipeIsPrintedAndSetsTheExitStatus() throws {
        let result = try shell.run("printf 'a.b.c\\n1 + 1\\n' | perilune repl --event event.json")
        #expect(result.output == "2\n")
        #expect(
            result.errors
                == "prompt:1: attempt to index a nil value (global 'a')\n  a.b.c\n")
        #expect(result.status == 1)
    }

    @Test func anIncompleteChunkIsAnError() throws {
        let result = try shell.run("echo 'for i = 1, 2 do' | perilune repl")
        #expect(result.errors.contains("<eof>"))
        #expect(result.status == 1)
    }

    @Test func stopsAnEndlessLoop() throws {
        let result = try shell.run("printf 'while true do end\\n1 + 1\\n' | perilune repl")
        #expect(result.errors.contains("exceeded its time limit"))
        #expect(result.output == "2\n")
        #expect(result.status == 1)
    }

    @Test func showsNoSecrets() throws {
        let result = try shell.run(
            """
            printf 'event.data\\n:fields data.u\\n:event\\ncommander:emit(event.data)\\n' \
                | perilune repl --event event.json
            """)
        #expect(!result.output.contains("secret"))
        #expect(result.output.contains(#"url = "mstr://?evt=1&pwd=***""#))
        #expect(result.output.contains(#"pwd=***","list":[1,2]}"#))
    }

    @Test func choosesEventsOfALog() throws {
        let result = try shell.run(
            """
            printf 'event.id\\n:next\\n:event tap-05\\nevent.id\\n:event 3\\n:event tap-555\\n' \
                | perilune repl --log Scripts/links.jsonl
            """)
        #expect(
            result.lines == [
                "\"tap-01\"", "event is tap-02 (link.drill)", "event is tap-05 (link.drill)",
                "\"tap-05\"", "event is tap-03 (link.drill)",
            ])
        #expect(result.errors.contains("has no event 'tap-555'"))
    }

    @Test func explainsAndReloads() throws {
        try shell.write("return { priority = 1, execute = function() end }", "rule.lua")
        try shell.write("return { priority = 2, execute = ", "broken.lua")
        let result = try shell.run(
            """
            printf 'delegate.priority\\n:explain\\n:load broken.lua\\ndelegate.priority\\n:load Scripts/hot_lead.lua\\ndelegate.on\\n:reload\\n' \
                | perilune repl 'mstr://?evt=3995' -s rule.lua
            """)
        #expect(result.output.hasPrefix("1\nmstr://?evt=3995\n  handled by rule.lua\n"))
        #expect(result.errors.contains("broken.lua:1:"))
        #expect(
            result.output.hasSuffix(
                "1\ndelegate is Scripts/hot_lead.lua\n\"crm.lead.update\"\ndelegate is Scripts/hot_lead.lua\n"
            ), "\(result.output)")
    }

    @Test func describesEffectsAndRefusesUnknownWords() throws {
        let result = try shell.run(
            """
            printf 'snapshot.capture("sales")\\n:evnt\\n' | perilune repl 'mstr://?evt=1'
            """)
        #expect(result.output.contains("effect snapshot {\"view\":\"sales\""))
        #expect(result.errors.contains("did you mean 'event'?"))
    }

    @Test func showsAPromptOnATerminal() throws {
        let terminal = try PseudoTerminal(shell, "repl 'mstr://?evt=3995' \(script)")
        #expect(terminal.shows(":help lists the commands"))
        #expect(terminal.shows("> "))
        terminal.type("1 + 41\n")
        #expect(terminal.shows("42"))
        #expect(terminal.shows("-- "))
        #expect(terminal.shows("> "))
        terminal.type("for i = 1, 1 do\n")
        #expect(terminal.shows(">> "))
        terminal.type("print('on' .. 'ce') end\n")
        #expect(terminal.shows("once"))
        #expect(terminal.shows("> "))
        #expect(terminal.end() == 0)
    }

    @Test func completesNamesAndKeepsHistoryOnATerminal() throws {
        let terminal = try PseudoTerminal(shell, "repl 'mstr://?evt=3995' \(script)")
        #expect(terminal.shows("> "))
        terminal.type("event.ty\t .. 'x'\n")
        #expect(terminal.shows("\"link.drillx\""))
        #expect(terminal.shows("> "))
        terminal.type("commander:p\t\t")
        #expect(terminal.shows("pass     publish\r\n"))
        terminal.type("\u{3}string.\t\t")
        let row = "byte      char      find      format    gmatch    gsub      len       lower"
        #expect(terminal.shows(row + "\r\nmatch     pack "))
        // The line is given up, the prompt is not.
        terminal.type("\u{3}")
        #expect(terminal.shows("^C"))
        #expect(terminal.shows("> "))
        terminal.type("\u{1B}[A\n")
        #expect(terminal.shows("\"link.drillx\""))
        #expect(terminal.shows("> "))
        terminal.type(":quit\n")
        #expect(terminal.end() == 0)
        let again = try PseudoTerminal(shell, "repl")
        #expect(again.shows("> "))
        again.type("\u{1B}[A\u{1B}[A\n")
        // No event is loaded: the line that is remembered shows another type.
        #expect(again.shows("\"promptx\""))
        #expect(again.end() == 0)
        let file = shell.folder.appending(path: "perilune/repl_history").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func aNameThatIsCompleteIsNotListed() throws {
        let terminal = try PseudoTerminal(shell, "repl 'mstr://?evt=3995'")
        #expect(terminal.shows("> "))
        terminal.type("event.typ\t\t .. 'x'\n")
        #expect(terminal.shows("\"link.drillx\""))
        #expect(!terminal.passed.contains("\ntype\r\n"), "\(terminal.passed)")
        #expect(terminal.end() == 0)
    }

    /// A path of `XDG_STATE_HOME` that is not absolute counts for nothing.
    @Test func keepsHistoryInTheHomeFolderByDefault() throws {
        let terminal = try PseudoTerminal(shell, "repl", state: "elsewhere")
        #expect(terminal.shows("> "))
        terminal.type("1+41\n")
        #expect(terminal.shows("42"))
        #expect(terminal.end() == 0)
        let file = shell.folder.appending(path: ".local/state/perilune/repl_history")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("1+41"))
        #expect(
            !FileManager.default.fileExists(atPath: shell.folder.appending(path: "elsewhere").path))
    }

    @Test func anEventThatCannotBeReadIsNamedWithLogAndLine() throws {
        let result = try shell.run(
            """
            (head -1 Scripts/links.jsonl; echo '{"id": broken}') > mixed.jsonl
            printf ':next\n' | perilune repl --log mixed.jsonl
            """)
        #expect(result.errors.hasPrefix("mixed.jsonl:2:8: expected a value"), "\(result.errors)")
    }
}
