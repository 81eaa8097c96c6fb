import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct StoreRepairTests {
    private let sample: SampleStore

    init() throws { sample = try SampleStore() }

    @Test func leavesAnIntactStoreAlone() throws {
        let file = try sample.file()
        #expect(try StoreRepair.run(file.path, stamp: "t") == nil)
        #expect(try Data(contentsOf: file.url) == Data(sample.bytes))
    }

    @Test func keepsEverythingButTheDamagedRow() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        let damaged = try Data(contentsOf: file.url)
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        #expect(
            repair.lost.map(\.text) == [
                "state, script 'rules.lua', key 'customer-33': its checksum is wrong"
            ])
        #expect(try SampleStore.dump(file.path).count == sample.dump.count - 1)
        #expect(try StoreCheck(path: file.path).damage == [])
        #expect(try Data(contentsOf: URL(filePath: repair.copy)) == damaged)
        let aside = try String(contentsOfFile: try #require(repair.aside), encoding: .utf8)
        #expect(aside.contains(#""key":"script 'rules.lua', key 'customer-33'""#))
        let mode = try FileManager.default.attributesOfItem(atPath: repair.copy)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    /// Overwrites the page of a file that contains a text.
    private func overwritten(_ bytes: inout [UInt8], pageOf text: String) {
        guard let place = bytes.firstRange(of: Array(text.utf8))?.lowerBound else { return }
        let page = place / 4096 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: [UInt8](repeating: 0xA5, count: 4096))
    }

    @Test func losesOnlyThePageThatIsOverwrittenAndNamesItsState() throws {
        let sample = try SampleStore(scale: 8)
        let file = try sample.file { overwritten(&$0, pageOf: "rules.luacustomer-333") }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        let dump = try SampleStore.dump(file.path)
        #expect(Set(dump).isSubset(of: sample.dump))
        #expect(repair.lost.count == sample.dump.count - dump.count)
        #expect((20..<80).contains(repair.lost.count))
        #expect(
            repair.lost.contains {
                $0.text
                    == "state, script 'rules.lua', key 'customer-333': it is not on a readable page"
            })
    }

    /// SQLite reads the row, since it ignores the upper bits of its place, but cannot check the page.
    @Test func namesARowThatIsLostBecauseItsNeighbourIsReadTwice() throws {
        let sample = try SampleStore(scale: 8)
        let file = try sample.file { bytes in
            let row = bytes.firstRange(of: Array("rules.luacustomer-333".utf8))?.lowerBound ?? 0
            // The places of the rows of a page, two bytes each, follow its header of eight bytes.
            let place = row / 4096 * 4096 + 8
            bytes[place] = bytes[place + 2] | 0x80
            bytes[place + 1] = bytes[place + 3]
        }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        let dump = try SampleStore.dump(file.path)
        #expect(dump.count == sample.dump.count - 1)
        #expect(repair.lost.map(\.table) == ["state"])
        #expect(repair.lost.first?.reason == "it is not on a readable page")
    }

    /// Overwrites the first page of the B-tree of tables.
    private func overwriteRoots(of tables: [String], in file: StoreFile) throws {
        let connection = try Connection(path: file.path)
        let roots = try tables.map {
            Int(
                try connection.number(
                    "SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text($0)]))
        }
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
        var bytes = [UInt8](try Data(contentsOf: file.url))
        for root in roots {
            #expect([0x02, 0x05].contains(bytes[(root - 1) * 4096]))
            bytes[(root - 1) * 4096] = 0x77
        }
        try Data(bytes).write(to: file.url)
    }

    /// Accepts an event without an identity, and returns its number.
    private func accept(_ event: [UInt8], _ file: StoreFile) throws -> Int64 {
        let store = try EventStore.forWriting(file.path).store
        defer { store.close() }
        let numbers = try store.commit { (store) throws(PeriluneError) in
            try store.accept([event], source: "s", identity: nil, time: 0)
        }
        return try #require(numbers).lowerBound
    }

    /// The pages of the rows are intact, but the B-tree no longer leads to them.
    @Test func findsRowsWhoseTreeIsOverwritten() throws {
        let sample = try SampleStore(scale: 8)
        let file = try sample.file()
        try overwriteRoots(of: ["state", "inbox", "quarantine", "seen"], in: file)
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        let dump = try SampleStore.dump(file.path)
        // A table without row numbers has rows in its inner pages, too.
        #expect(sample.dump.count - dump.count < 20)
        #expect(Set(dump).isSubset(of: sample.dump))
        #expect(repair.lost.contains { $0.table == "inbox" })
    }

    /// Most of it is on pages of its own.
    @Test func findsALargeEventWhoseTreeIsOverwritten() throws {
        let file = try SampleStore(scale: 8).file()
        _ = try accept([UInt8](repeating: 0x37, count: 20_000), file)
        try overwriteRoots(of: ["inbox"], in: file)
        #expect(try StoreRepair.run(file.path, stamp: "t") != nil)
        let dump = try SampleStore.dump(file.path)
        #expect(dump.count { $0.hasPrefix("inbox") && $0.utf8.count > 20_000 } == 1)
    }

    @Test func anUnreachablePageMayHaveHadARow() throws {
        let file = try sample.file { bytes in
            bytes += [UInt8](repeating: 0, count: 4096)
            // The number of pages in the header.
            let pages = UInt32(bytes.count / 4096).bigEndian
            withUnsafeBytes(of: pages) { bytes.replaceSubrange(28..<32, with: $0) }
        }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        #expect(repair.lost.count == 1)
        #expect(repair.lost.first?.text.hasPrefix("a row may be lost: ") == true)
        #expect(repair.lost.first?.text.hasSuffix("never used") == true)
        #expect(try SampleStore.dump(file.path) == sample.dump)
    }

    @Test func rewritesADamagedHeader() throws {
        let file = try sample.file { $0[3] = 0 }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        #expect(repair.lost == [])
        #expect(try SampleStore.dump(file.path) == sample.dump)
    }

    @Test func leavesFoldersAndFilesThatAreNotStoresAlone() throws {
        let file = try StoreFile()
        try Data(repeating: 65, count: 9000).write(to: file.url)
        for path in [file.path, file.folder.path] {
            #expect(throws: PeriluneError.self) { try StoreRepair.run(path, stamp: "t") }
            #expect(throws: PeriluneError.self) { try StoreCheck(path: path) }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == ["state.db"])
    }

    @Test func reusesNoNumberAfterwards() throws {
        let file = try sample.file()
        try Connection(path: file.path).run("UPDATE sqlite_sequence SET seq = 5")
        #expect(try StoreRepair.run(file.path, stamp: "t") != nil)
        #expect(try accept([1], file) == 31)
    }

    @Test func reusesNoNumberOfAnEventOfWhichNothingIsLeft() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        #expect(try accept([1], file) == 31)
        do {
            let store = try EventStore(path: file.path)
            try store.commit { (store) throws(PeriluneError) in try store.removeFromInbox([31]) }
            store.close()
        }
        #expect(try StoreRepair.run(file.path, stamp: "t")?.lost.count == 1)
        #expect(try accept([1], file) == 32)
    }

    /// The inbox is empty, and the ledger has higher numbers than it.
    @Test func reusesNoNumberOfAFinishedEvent() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        do {
            let store = try EventStore(path: file.path)
            try store.commit { (store) throws(PeriluneError) in
                try store.removeFromInbox(Array(1...30))
            }
            store.close()
        }
        #expect(try StoreRepair.run(file.path, stamp: "t")?.lost.count == 1)
        #expect(try accept([1], file) == 31)
    }

    @Test func deletedRowsStayDeleted() throws {
        let sample = try SampleStore(scale: 8)
        let file = try sample.file()
        let connection = try Connection.store(file.path)
        // Debian's SQLite overwrites what is deleted; others need not.
        try connection.run("PRAGMA secure_delete = OFF")
        try connection.run("DELETE FROM quarantine WHERE id > 40; DELETE FROM state")
        let root = try connection.number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'quarantine'")
        let free = try connection.number("PRAGMA freelist_count")
        #expect(free > 5)
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = [UInt8](try Data(contentsOf: file.url))
        bytes[(Int(root) - 1) * 4096] = 0x77
        let damaged = try StoreFile()
        try Data(bytes).write(to: damaged.url)
        let repair = try #require(try StoreRepair.run(damaged.path, stamp: "t"))
        #expect(repair.kept.first?.count == 0)
        let dump = try SampleStore.dump(damaged.path)
        #expect(!dump.contains { $0.hasPrefix("state") })
        #expect(dump.count { $0.hasPrefix("quarantine") } <= 40)
    }

    @Test func doesNotTouchAStoreThatIsInUse() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        let lock = try StoreLock(store: file.path)
        #expect(throws: PeriluneError.self) { try StoreRepair.run(file.path, stamp: "t") }
        withExtendedLifetime(lock) {}
    }

    @Test func aBackupIsConsistentWhileTheStoreIsWritten() throws {
        let file = try sample.file()
        let store = try EventStore.forWriting(file.path).store
        try store.save([change("late", [1])], position: nil)
        let target = file.folder.appending(path: "backup.db").path
        // What a backup that was killed has left.
        try Data("rest".utf8).write(to: URL(filePath: target + ".part"))
        let check = try StoreBackup.run(file.path, to: target)
        #expect(!FileManager.default.fileExists(atPath: target + ".part"))
        #expect(check.rows.first?.count == 62)
        #expect(try SampleStore.dump(target) == SampleStore.dump(file.path))
        let error = #expect(throws: PeriluneError.self) {
            try StoreBackup.run(file.path, to: target)
        }
        #expect(error?.code.rawValue == "output.exists")
    }

    @Test func aBackupOfADamagedStoreIsRefused() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        let target = file.folder.appending(path: "backup.db").path
        let error = #expect(throws: PeriluneError.self) {
            try StoreBackup.run(file.path, to: target)
        }
        #expect(error?.message.contains("customer-33") == true)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
