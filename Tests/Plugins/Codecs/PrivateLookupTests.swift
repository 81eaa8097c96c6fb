import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneStore
import Testing

/// Files that a script may not look up, although they are in its folder or it has a grant for them.
struct PrivateLookupTests {
    private func refusal(
        _ file: String, _ options: String, in folder: LookupFolder
    ) async throws -> PeriluneError {
        let rule = try folder.rule(file, options)
        var error = try #require(
            await #expect(throws: PeriluneError.self) { try await folder.host(rule) })
        error.message = error.message.replacing(folder.path("rules") + "/", with: "")
        return error
    }

    /// A folder with a rule and a store that is open, as that of a server.
    private func store() throws -> (LookupFolder, SQLiteStateStore) {
        let folder = try LookupFolder(["rules/a": ""])
        return (folder, try SQLiteStateStore(path: folder.path("rules/perilune.db")))
    }

    @Test(arguments: ["state", "State", "quarantine", "none"])
    func aStoreIsRefused(_ table: String) async throws {
        let (folder, store) = try store()
        let error = try await refusal(
            "perilune.db", "{ key = 'script', table = '\(table)' }", in: folder)
        #expect(error.code == "lookup.file")
        #expect(
            error.message
                == "perilune.db: the file is a store of Perilune, which scripts cannot read")
        #expect(error.hint?.contains("database of their own") == true)
        withExtendedLifetime(store) {}
    }

    @Test func aLinkToAStoreIsRefused() async throws {
        let (folder, store) = try store()
        try folder.link("rules/users.db", to: folder.path("rules/perilune.db"))
        let error = try await refusal(
            "users.db", "{ key = 'script', table = 'state' }", in: folder)
        #expect(error.message.hasSuffix("which scripts cannot read"))
        withExtendedLifetime(store) {}
    }

    @Test(arguments: ["csv", "json"]) func aDatabaseIsNotReadAsText(
        _ format: String
    ) async throws {
        let (folder, store) = try store()
        let options = "{ key = 'id', format = '\(format)' }"
        let database = try await refusal("perilune.db", options, in: folder)
        #expect(database.message == "perilune.db: the file is a SQLite database")
        for end in ["-wal", "-shm", "-journal"] {
            if end == "-journal" { try folder.write("rules/perilune.db-journal", "id\n1\n") }
            let log = try await refusal("perilune.db\(end)", options, in: folder)
            #expect(log.code == "lookup.file")
            #expect(
                log.message == "perilune.db\(end): this file belongs to the database beside it")
        }
        // A copy of the log, without its database.
        try folder.write("rules/copy.csv", [0x37, 0x7F, 0x06, 0x82])
        let copy = try await refusal("copy.csv", options, in: folder)
        #expect(copy.message == "copy.csv: this file belongs to a SQLite database")
        withExtendedLifetime(store) {}
    }

    @Test(arguments: ["perilune.lua", "other.LUA"])
    func aConfigurationIsRefused(_ name: String) async throws {
        let folder = try LookupFolder(["rules/\(name)": "id,n\n1,2\n"])
        let error = try await refusal(name, "{ key = 'id', format = 'csv' }", in: folder)
        #expect(error.code == "lookup.file")
        #expect(error.message.hasSuffix("a script or a configuration is not a file of rows"))
    }

    @Test(arguments: ["s3crettoken", "s3crettoken\n\n", "s3crettoken,b\r\n"])
    func aSingleLineIsNotShown(_ text: String) async throws {
        for key in ["id", "s3crettokem"] {
            let folder = try LookupFolder(["rules/token": text])
            let error = try await refusal(
                "token", "{ key = '\(key)', format = 'csv' }", in: folder)
            #expect(error.code == "lookup.key")
            #expect("\(error)".contains("s3crettoken") == false)
        }
    }

    @Test func aSecretAmongTheColumnsIsMasked() async throws {
        let folder = try LookupFolder(["rules/env.csv": "API_TOKEN=s3cret\nUSER=ann\n"])
        let error = try await refusal("env.csv", "{ key = 'id' }", in: folder)
        #expect(error.hint == "the columns are API_TOKEN=***")
    }
}
