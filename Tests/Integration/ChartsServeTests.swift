import Foundation
import Testing

/// Dashboards of a server: its scripts answer their queries, as those of every other command do.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct ChartsServeTests {
    private let shell: Shell
    private let arguments =
        "--charts cups.xml --sharing sharing.json -s take.lua -s answers.lua"

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            <Dashboard><Chart Name="Cups" Title="Cups" ChartType="Column" Query="Cups">
              <Category Column="Shop" DisplayName="Shop"/>
              <Values><Value Expression="Cups" ValueSequence="1" DisplayName="Cups"/></Values>
            </Chart></Dashboard>

            """, "cups.xml")
        try shell.write(#"{"folder": "."}"#, "sharing.json")
        try shell.write(
            """
            return { on = "take", execute = function()
              local snapshot = require "snapshot"
              snapshot.share(snapshot.capture("cups/Cups", { format = "svg" }), { file = "cups.svg" })
            end }
            """, "take.lua")
        try shell.write(
            """
            local delegate = {}
            function delegate:executeQuery(name, arguments)
              return { { Shop = "Harbour", Cups = 420 }, { Shop = "Station", Cups = 180 } }
            end
            return delegate
            """, "answers.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"/me","type":"take"}"#, "take.json")
    }

    @Test func aScriptOfTheServerAnswersQueries() throws {
        let server = try ServeProcess(shell, arguments)
        #expect(try server.post("take.json").status == 202)
        #expect(server.end() == 0)
        let notes = try server.notes()
        let picture = try? shell.read("cups.svg")
        #expect(picture?.contains("Harbour") == true, "\(notes)")
    }

    @Test func dashboardsAreServedOnTheSameAddressAsEvents() throws {
        let server = try ServeProcess(shell, arguments)
        #expect(try server.get("/d/cups/figure.json").contains("Harbour"))
        #expect(try server.get("/d/cups/panel/Cups.svg?w=400&h=300").contains("data-keys"))
        #expect(try server.notes().contains("/d/: dashboards for browsers"))
        #expect(server.end() == 0)
    }

    /// The server does not wait for a page that waits for changes.
    @Test func aWaitingPageIsAnsweredWhenTheServerStops() throws {
        let server = try ServeProcess(shell, arguments)
        let page = try shell.start(
            """
            sh -c 'curl -s -c jar -o figure.json \(server.url)/d/cups/figure.json; echo http:// >&2; \
            curl -s -b jar -o changes \(server.url)/d/cups/changes?after=1'
            """)
        Thread.sleep(forTimeInterval: 0.3)
        #expect(server.end() == 0)
        page.waitUntilExit()
        #expect(try shell.read("changes").contains(": nothing has changed"))
    }

    @Test func withATokenTheBrowserAsksForAPassword() throws {
        try shell.write("0123456789abcdef0123456789abcdef\n", "token")
        let server = try ServeProcess(shell, "\(arguments) --token-file token")
        let page = "\(server.url)/d/cups"
        let refused = try shell.run("curl -s -o answer -w '%{http_code}' \(page)").output
        #expect(refused == "401")
        let shown = try shell.run(
            "curl -s -o answer -w '%{http_code}' -u any:0123456789abcdef0123456789abcdef \(page)")
        #expect(shown.output == "200")
        #expect(server.end() == 0)
    }

    @Test func aRetryFromTheQuarantineTakesThePicture() throws {
        try shell.write(
            #"return { on = "take", execute = function() error("not yet") end }"#, "broken.lua")
        let server = try ServeProcess(shell, "-s broken.lua")
        #expect(try server.post("take.json").status == 202)
        #expect(server.end() == 0)
        let again = try shell.perilune("quarantine retry --all \(arguments)")
        #expect(again.errors.contains("1 succeeded, 0 failed"), "\(again.errors)")
        #expect(try shell.read("cups.svg").contains("Harbour"))
    }
}
