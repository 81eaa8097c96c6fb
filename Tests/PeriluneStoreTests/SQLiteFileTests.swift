import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct SQLiteFileTests {
    let file: StoreFile

    init() throws { file = try StoreFile() }

    @Test func keepsStateAndPositionInTheFile() throws {
        let position = InputPosition(log: "log", offset: 10, line: 2)
        try SQLiteStateStore(path: file.path).save([change("a", [1])], position: position)
        let again = try SQLiteStateStore(path: file.path)
        #expect(try again.load(script: "rules.lua", key: "a") == [1])
        #expect(try again.position(of: "log") == position)
    }

    @Test func refusesAForeignDatabaseAndLeavesItAlone() throws {
        try Connection(path: file.path, busyTimeout: .zero).run("CREATE TABLE mine (a)")
        let before = try Data(contentsOf: file.url)
        #expect(openingFails() == .storeForeign)
        #expect(try Data(contentsOf: file.url) == before)
    }

    @Test func refusesAFileThatIsNotADatabaseAndLeavesItAlone() throws {
        let before = Data(String(repeating: "return { on = 'link.drill' }\n", count: 100).utf8)
        try before.write(to: file.url)
        #expect(openingFails() == .storeForeign)
        #expect(try Data(contentsOf: file.url) == before)
    }

    /// On a disk that is mounted read-only.
    @Test func readsAStoreWithoutAFileBesideIt() throws {
        let path = file.folder.appending(path: "a?b#c%25.db").path
        try SQLiteStateStore(path: path).save([change("a", [1])])
        let store = try Connection.store(fixed: Connection(reading: path, isOnReadOnlyDisk: true))
        #expect(try store.number("SELECT count(*) FROM state") == 1)
        #expect(try StateContents(store).scripts().map(\.keys) == [1])
        #expect(try OutboxTable(store).sinks() == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
        #expect(names == ["a?b#c%25.db"])
        #expect(throws: PeriluneError.self) { try store.run("DELETE FROM state") }
    }

    @Test func readsRecentChangesFromTheWriteAheadLog() throws {
        let store = try SQLiteStateStore(path: file.path)
        try store.save([change("a", [1])])
        #expect(PrivateFile.exists(file.path + "-wal"))
        #expect(PrivateFile.exists(file.path + "-shm"))
        let reader = try Connection.store(
            fixed: Connection(reading: file.path, isOnReadOnlyDisk: true))
        #expect(try reader.number("SELECT count(*) FROM state") == 1)
        withExtendedLifetime(store) {}
    }

    @Test func recentChangesThatCannotBeReadAreAnError() throws {
        let store = try SQLiteStateStore(path: file.path)
        try store.save([change("a", [1])])
        let copy = file.folder.appending(path: "copy.db").path
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy + suffix)
        }
        let error = #expect(throws: PeriluneError.self) {
            try Connection(reading: copy, isOnReadOnlyDisk: true)
        }
        #expect(error?.code == .storePermission)
        #expect(error?.message.contains("\(copy)-wal") == true)
    }

    @Test func anOlderStoreIsNotUpgradedOnAReadOnlyDisk() throws {
        let connection = try Connection(path: file.path)
        try connection.run("PRAGMA application_id = \(Schema.applicationID)")
        try connection.run("PRAGMA user_version = 3")
        #expect(
            code { () throws(PeriluneError) in
                _ = try Connection.store(fixed: connection)
            } == .storePermission)
    }

    @Test func treatsAnEmptyFileAsANewStore() throws {
        try Data().write(to: file.url)
        try SQLiteStateStore(path: file.path).save([change("a", [1])])
    }

    @Test func refusesANewerFormat() throws {
        _ = try SQLiteStateStore(path: file.path)
        try Connection(path: file.path, busyTimeout: .zero).run(
            "PRAGMA user_version = \(Schema.version + 1)")
        #expect(openingFails() == .storeNewer)
        let error = #expect(throws: PeriluneError.self) {
            try RecordedAnswers(path: file.path)
        }
        #expect(error?.code == .storeNewer)
        #expect(error?.hint?.contains("upgrade Perilune") == true)
    }

    @Test func refusesFoldersAndPathsThroughMissingFolders() throws {
        let paths = [file.folder.path, file.folder.path + "/missing/state.db"]
        for path in paths {
            #expect(
                code { () throws(PeriluneError) in _ = try SQLiteStateStore(path: path) }
                    == .storeOpen)
        }
    }

    @Test func reportsADamagedFile() throws {
        var store: SQLiteStateStore? = try SQLiteStateStore(path: file.path)
        try store?.save((0..<500).map { change("k\($0)", [UInt8](repeating: 1, count: 100)) })
        store = nil
        var data = try Data(contentsOf: file.url)
        // Everything behind the first page, which holds the header.
        data.replaceSubrange(4096..., with: Data(repeating: 0xA5, count: data.count - 4096))
        try data.write(to: file.url)
        #expect(openingFails() == .storeCorrupt)
    }

    @Test func refusesASecondWriterAndLetsReadersRead() throws {
        let store = try SQLiteStateStore(path: file.path)
        try store.save([change("a", [1])])
        let error = #expect(throws: PeriluneError.self) { try SQLiteStateStore(path: file.path) }
        #expect(error?.code == .storeBusy)
        #expect(error?.message.contains("\(getpid())") == true)
        let reader = try SQLiteStateStore(reading: file.path)
        #expect(try reader.load(script: "rules.lua", key: "a") == [1])
        withExtendedLifetime(store) {}
    }

    @Test func manyReadersMayMakeAStoreAtOnce() async throws {
        let path = file.path
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { _ = try SQLiteStateStore(reading: path) }
            }
            while let result = await group.nextResult() {
                #expect(throws: Never.self) { try result.get() }
            }
        }
        #expect(try StoreCheck(path: path).damage == [])
    }

    @Test func saysWhenAnotherProcessHoldsTheStore() throws {
        let store = try SQLiteStateStore(path: file.path, busyTimeout: .zero)
        let other = try Connection(path: file.path, busyTimeout: .zero)
        try other.run("BEGIN IMMEDIATE")
        let failure = code { () throws(PeriluneError) in try store.save([change("a", [1])]) }
        #expect(failure == .storeBusy)
        // Reading goes on all the same, and saving when the other is done.
        #expect(try store.load(script: "rules.lua", key: "a") == nil)
        try other.run("ROLLBACK")
        try store.save([change("a", [1])])
    }

    private func openingFails() -> PeriluneError.Code? {
        code { () throws(PeriluneError) in _ = try SQLiteStateStore(path: file.path) }
    }
}
