import Foundation
import Testing

/// What `perilune new` writes works as it is.
struct NewTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// The commands that a README tells its reader to run.
    private func commands(of readme: String) throws -> String {
        let text = try shell.read(readme)
        let start = try #require(text.range(of: "```sh\n"))
        let end = try #require(
            text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test func aNewFolderPluginPassesTheCommandsOfItsReadme() throws {
        #expect(try shell.perilune("new plugin hot-leads").status == 0)
        let commands = try commands(of: "hot-leads/README.md")
        let result = try shell.run("cd hot-leads && set -e -o pipefail\n\(commands)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("2 cases in 1 file: 2 passed"))
        #expect(result.output.contains(#""type":"hot-leads.large""#))
    }

    @Test func aNewPluginIsAddedToAProject() throws {
        try shell.run("perilune new project rules && perilune new plugin plugins/hot-leads")
        let result = try shell.run("cd rules && perilune plugin add ../plugins/hot-leads")
        #expect(result.output == "added hot-leads 0.1.0 as plugins/hot-leads\n")
        #expect(try shell.run("cd rules && perilune test .").status == 0)
    }

    @Test func definitionsNameTheFieldsOfALog() throws {
        let result = try shell.perilune(
            "new definitions --from Examples/Logs/access.log --as combined -n 50")
        #expect(result.status == 0, "\(result.errors)")
        let text = try shell.read("meta/events.lua")
        #expect(text.contains("---@class Event.http.request: Event\n"))
        #expect(text.contains("run: perilune new definitions --from LOG --as combined\n"))
        #expect(
            text.contains("---@field status integer\n")
                && text.contains("---@field agent? string\n"))
        let other = try shell.perilune("new definitions --from Examples/Logs/access.log")
        #expect(other.status == 66)
        #expect(other.errors.contains("add --as combined"))
    }

    @Test func definitionsNameTheFieldsThatTheyLeaveOut() throws {
        try shell.write(
            #"{"id":"1","source":"s","type":"t","data":{"a\"b":1,"ok":2}}"# + "\n", "odd.jsonl")
        try shell.perilune("new definitions")
        let result = try shell.perilune("new definitions --from odd.jsonl")
        #expect(result.status == 0)
        #expect(
            result.errors.contains("warning: left out 1 field whose name")
                && result.errors.contains(#": t.data "a\"b""#), "\(result.errors)")
        #expect(result.errors.contains("files up to date\nmeta/events.lua\n"), "\(result.errors)")
    }

    /// The files are those of `Scripts/meta`, which a test of their own keeps current.
    @Test func aNewProjectHasAllDefinitionsForEditors() throws {
        try shell.run("perilune new project rules")
        let result = try shell.run("diff -r rules/meta Scripts/meta")
        #expect(result.output.isEmpty)
        #expect(try shell.run("cd rules && perilune test && perilune config check").status == 0)
    }

    @Test func definitionsAreUpdated() throws {
        try shell.run("perilune new project rules; echo '---@meta' > rules/meta/crm.lua")
        #expect(try shell.perilune("new definitions rules").status == 0)
        #expect(try shell.run("diff -r rules/meta Scripts/meta").output.isEmpty)
        try shell.write("return {}", "rules/meta/crm.lua")
        let other = try shell.perilune("new definitions rules")
        #expect(other.errors.contains("rules/meta/crm.lua: the file was not written by Perilune"))
        #expect(try shell.read("rules/meta/crm.lua") == "return {}")
    }

    @Test func editorsKnowTheTypeOfANewRule() throws {
        try shell.perilune("new script links")
        #expect(try shell.read("links.lua").contains("---@type Delegate\nreturn {"))
    }

    @Test func theNextStepIsPrinted() throws {
        let project = try shell.perilune("new project rules")
        #expect(
            project.errors.hasSuffix(
                "next: cd rules; perilune test; perilune process taps.jsonl\n"))
        let script = try shell.perilune("new script rules/links")
        #expect(script.errors.contains("run it with --script rules/links.lua, or add it to"))
    }

    @Test func aProjectIsNotCreatedInAFolderWithFiles() throws {
        try shell.run("mkdir -p mine/.git; touch mine/notes.txt")
        let result = try shell.perilune("new project mine")
        #expect(result.status != 0)
        #expect(result.errors.contains("mine: the folder is not empty"))
        try shell.run("rm mine/notes.txt")
        #expect(try shell.perilune("new project mine").status == 0)
    }

    /// Building it is a part of `make test-sdk`.
    @Test func aNewLibraryPluginIsAPackageAgainstTheSDK() throws {
        #expect(try shell.perilune("new plugin --library hot-leads --sdk /opt/sdk").status == 0)
        let package = try shell.read("hot-leads/Package.swift")
        #expect(package.contains(#"?? "/opt/sdk""#))
        let source = try shell.read("hot-leads/Sources/HotLeads/HotLeads.swift")
        #expect(source.contains(#"HostModule("#) && source.contains(#""hot_leads""#))
        #expect(try commands(of: "hot-leads/README.md").contains("libHotLeads.so"))
    }

    @Test func namesThatNoPluginCanHaveAreRefused() throws {
        for name in ["HotLeads", "hot_leads", "4leads", "hot--leads", "x/"] {
            let result = try shell.perilune("new plugin \(name)")
            #expect(result.status == (name == "x/" ? 0 : 64), "\(name)")
        }
        #expect(
            try shell.perilune("new plugin x").errors.contains(
                "the file exists and was not changed"))
    }
}
