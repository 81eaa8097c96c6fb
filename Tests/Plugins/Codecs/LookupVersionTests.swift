import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Lookups belong to the version of a script, and to its grants.
struct LookupVersionTests {
    @Test func aChangedFileIsAnotherVersion() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id,n\n1,old\n"])
        let host = try await folder.host(try folder.rule("a.csv", "{ key = 'id' }"), workers: 2)
        let version = try host.scripts[0].version
        #expect(try await host.reload().isUnchanged)
        try folder.write("rules/a.csv", "id,n\n1,new\n")
        #expect(try await host.reload().changes.map(\.from) == [version])
        #expect(try await host.looksUp("1") == #"[1,{"id":"1","n":"new"}]"# + "\n")
        #expect(try host.scripts[0].version != version)
    }

    @Test func aBrokenFileKeepsTheOldRows() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id,n\n1,old\n"])
        let host = try await folder.host(try folder.rule("a.csv", "{ key = 'id' }"))
        try folder.write("rules/a.csv", "id,n\n1,new,3\n")
        let error = try #require(
            await #expect(throws: PeriluneError.self) { try await host.reload() })
        #expect(error.message.hasSuffix("a.csv:2:7: the row has 3 values, but there are 2 columns"))
        #expect(try await host.looksUp("1") == #"[1,{"id":"1","n":"old"}]"# + "\n")
        try folder.write("rules/a.csv", "id,n\n1,new\n")
        try await host.reload()
        #expect(try await host.looksUp("1") == #"[1,{"id":"1","n":"new"}]"# + "\n")
    }

    @Test func aChangedRuleKeepsTheRowsThatAreInMemory() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id,n\n1,a\n"])
        let host = try await folder.host(try folder.rule("a.csv", "{ key = 'id' }"))
        let file = host.scripts[0].companions.sharedFiles.values.first
        _ = try folder.rule("a.csv", "{ key = 'id' }", emits: "rows[event.subject].n")
        try await host.reload()
        #expect(try await host.looksUp("1") == "\"a\"\n")
        #expect(host.scripts[0].companions.sharedFiles.values.first === file)
    }

    @Test func changesOfALookupAreWatched() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id\n1\n"])
        let host = try await folder.host(try folder.rule("a.csv", "{ key = 'id' }"))
        #expect(host.watchedFiles.contains(folder.path("rules/a.csv")))
    }

    @Test(arguments: [
        (Grants.all, false), (Grants([:]), false), (Grants(["lookup": ["/other/"]]), false),
        (Grants(["lookup": []]), true), (Grants(["lookup": ["FOLDER/data/"]]), true),
        (Grants(["lookup": ["FOLDER/data/a.csv"]]), true),
    ])
    func aFileOutsideTheFolderNeedsAGrant(_ grants: Grants, _ isGranted: Bool) async throws {
        let folder = try LookupFolder(["data/a.csv": "id\n1\n"])
        var rule = try folder.rule("../data/a.csv", "{ key = 'id' }")
        rule.grants = grants
        if let scopes = grants.granted {
            rule.grants = Grants(
                scopes.mapValues {
                    $0.map { $0.replacing("FOLDER/", with: String(folder.path("x").dropLast())) }
                })
        }
        if isGranted {
            #expect(try await folder.host(rule).looksUp("1") == #"[1,{"id":"1"}]"# + "\n")
        } else {
            let error = try #require(
                await #expect(throws: PeriluneError.self) { try await folder.host(rule) })
            #expect(error.code == "script.grant")
        }
    }

    /// A link in the folder reaches no more than its target.
    @Test(arguments: [
        (Grants.all, false), (Grants([:]), false), (Grants(["lookup": ["FOLDER/rules/"]]), false),
        (Grants(["lookup": ["FOLDER/data/"]]), true), (Grants(["lookup": ["FOLDER/also/"]]), true),
        (Grants(["lookup": []]), true),
    ])
    func aLinkToAFileOutsideTheFolderNeedsAGrantForTheFile(
        _ grants: Grants, _ isGranted: Bool
    ) async throws {
        let folder = try LookupFolder(["data/a.csv": "id\n1\n", "rules/b.csv": "id\n1\n"])
        try folder.link("rules/link.csv", to: "../data/a.csv")
        try folder.link("also", to: "data")
        var rule = try folder.rule("link.csv", "{ key = 'id' }")
        rule.grants = grants
        if let scopes = grants.granted {
            rule.grants = Grants(
                scopes.mapValues {
                    $0.map { $0.replacing("FOLDER/", with: String(folder.path("x").dropLast())) }
                })
        }
        if isGranted {
            #expect(try await folder.host(rule).looksUp("1") == #"[1,{"id":"1"}]"# + "\n")
        } else {
            let error = try #require(
                await #expect(throws: PeriluneError.self) { try await folder.host(rule) })
            #expect(error.code == "script.grant")
            #expect(error.message.contains("/data/a.csv'"))
        }
    }

    @Test func aLinkToAFileInTheFolderNeedsNoGrant() async throws {
        let folder = try LookupFolder(["rules/data/a.csv": "id\n1\n"])
        try folder.link("rules/link.csv", to: "data/a.csv")
        let host = try await folder.host(try folder.rule("link.csv", "{ key = 'id' }"))
        #expect(try await host.looksUp("1") == #"[1,{"id":"1"}]"# + "\n")
    }

    @Test func aScriptThatIsNotAFileHasNoFolder() async throws {
        let folder = try LookupFolder(["a.csv": "id\n1\n"])
        let path = folder.path("a.csv")
        let script = Script(
            name: "rule.lua",
            source:
                "require('lookup').open('\(path)', { key = 'id' }) return { execute = tostring }")
        await #expect(throws: PeriluneError.self) { try await folder.host(script) }
    }
}
