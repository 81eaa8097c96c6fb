import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct StoreCheckTests {
    private let sample: SampleStore

    init() throws { sample = try SampleStore() }

    @Test func findsNothingInAStoreThatIsIntact() throws {
        let file = try sample.file()
        let check = try StoreCheck(path: file.path)
        #expect(check.damage == [])
        #expect(check.rows.map(\.table) == StoreTable.all.map(\.name))
        #expect(check.rows.map(\.count) == [61, 1, 10, 30, 10, 12, 1, 0, 0, 0, 0, 0, 0])
        #expect(check.hasChecksums)
        #expect(!check.isEmpty)
    }

    @Test func aCopyWithoutTheWriteAheadLogIsEmpty() throws {
        let file = try StoreFile()
        let store = try SQLiteStateStore(path: file.path)
        try store.save([change("a", [1])])
        let copy = file.folder.appending(path: "copy.db").path
        try FileManager.default.copyItem(atPath: file.path, toPath: copy)
        #expect(try StoreCheck(path: copy).isEmpty)
        #expect(try !StoreCheck(path: file.path).isEmpty)
    }

    /// Checksums of state are computed without SQL.
    @Test(arguments: ["", "a", "12345678", "café in Zürich", "a\u{1F}b", "a\0b"], [0, 1, 8, 4000])
    func findsNothingInStateThatWasSaved(key: String, length: Int) throws {
        let file = try StoreFile()
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let store = try SQLiteStateStore(path: file.path)
        for value in [[7], value] {
            try store.save([change(key, value), change(key + "x", value)])
        }
        let damage = try StoreCheck(path: file.path).damage
        #expect(damage == [])
    }

    @Test(arguments: [
        ("\"count\":59", "\"count\":58", "state", "script 'rules.lua', key 'customer-59'"),
        ("log.jsonl", "log.jsonm", "position", "log 'log.jsonm'"),
        ("\"n\":25", "\"n\":24", "inbox", "number 26"),
        ("3/a/1crm", "3/a/1crn", "ledger", "event 3, identity '3/a/1'"),
        ("out.jsonl", "out.jsonm", "output", "path 'out.jsonm'"),
    ])
    func namesTheRowThatIsDamaged(old: String, new: String, table: String, key: String) throws {
        let file = try sample.file(with: old, replacedBy: new)
        let damage = try StoreCheck(path: file.path).damage
        #expect(damage.first { $0.table == table }?.key?.joined(separator: ", ") == key)
        #expect(damage.contains { $0.reason.contains("checksum") })
    }

    @Test func readingADamagedRowIsAnErrorThatNamesIt() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        let store = try EventStore.forWriting(file.path).store
        let error = #expect(throws: PeriluneError.self) {
            try store.load(script: "rules.lua", key: "customer-33")
        }
        #expect(error?.code == .storeRow)
        #expect(error?.message.contains("key 'customer-33'") == true)
        #expect(error?.hint?.contains("perilune store repair") == true)
        #expect(try store.load(script: "rules.lua", key: "customer-34") != nil)
    }

    @Test func theStartReadsTheLastRows() throws {
        let file = try sample.file(with: "\"n\":29", replacedBy: "\"n\":28")
        let error = #expect(throws: PeriluneError.self) { try EventStore.forWriting(file.path) }
        #expect(error?.code == .storeRow)
        #expect(error?.message.contains("inbox, number 30") == true)
    }

    @Test func damagedRowsAreSetAsideOnRequest() throws {
        let file = try sample.file(with: "\"n\":29", replacedBy: "\"n\":28")
        let aside = file.folder.appending(path: "aside.jsonl").path
        let opened = try EventStore.forWriting(file.path, settingAside: aside)
        #expect(opened.damage.map(\.text) == ["inbox, number 30: its checksum is wrong"])
        #expect(try opened.store.unfinished().count == 9)
        let kept = try String(contentsOfFile: aside, encoding: .utf8)
        #expect(kept.contains(#""columns":{"number":30,"source":{"hex":"2f6576656e7473"}"#))
        #expect(try StoreCheck(path: file.path).damage == [])
    }

    @Test func anEventThatIsSetAsideIsNoLongerInTheQuarantine() throws {
        let file = try sample.file(with: "script.runtime", replacedBy: "script.runtimf")
        let aside = file.folder.appending(path: "aside.jsonl").path
        let opened = try EventStore.forWriting(file.path, settingAside: aside)
        #expect(opened.damage.map(\.table) == ["quarantine"])
        #expect(opened.store.quarantineSize.events == 11)
    }

    @Test func rowsStayIfTheyCannotBeSetAside() throws {
        let file = try sample.file(with: "\"n\":29", replacedBy: "\"n\":28")
        let error = #expect(throws: PeriluneError.self) {
            try EventStore.forWriting(file.path, settingAside: "/dev/full")
        }
        #expect(error?.code == .storeFull)
        #expect(try StoreCheck(path: file.path).damage.map(\.table) == ["inbox"])
    }

    @Test func aNumberThatWouldBeReusedIsRefused() throws {
        let file = try sample.file()
        try Connection(path: file.path).run("UPDATE sqlite_sequence SET seq = 5")
        let error = #expect(throws: PeriluneError.self) { try EventStore.forWriting(file.path) }
        #expect(error?.message.contains("has only assigned numbers up to 5") == true)
    }

    @Test func aFileThatWasCutOffIsRefusedAtTheStart() throws {
        let file = try sample.file { $0.removeLast(4096) }
        let error = #expect(throws: PeriluneError.self) { try EventStore.forWriting(file.path) }
        #expect(error?.code == .storeCorrupt)
    }

    /// A store that 0.1 wrote gets checksums when it is opened first, unless it is damaged then.
    @Test func aReleasedStoreIsCheckedBeforeItsRowsGetChecksums() throws {
        let released = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/0.1/store/serve.db")
        var bytes = try Data(contentsOf: released)
        let intact = try StoreFile()
        try bytes.write(to: intact.url)
        let before = try StoreCheck(path: intact.path)
        #expect(!before.hasChecksums)
        #expect(before.damage == [])
        try EventStore.forWriting(intact.path).store.close()
        let check = try StoreCheck(path: intact.path)
        #expect(check.hasChecksums)
        #expect(check.damage == [])
        #expect(check.rows.map(\.count) == [3, 0, 2, 10, 2, 3, 2, 0, 0, 0, 0, 0, 0])

        let damaged = try StoreFile()
        bytes.replaceSubrange(8192..<12_288, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: damaged.url)
        let error = #expect(throws: PeriluneError.self) { try EventStore.forWriting(damaged.path) }
        #expect(error?.code == .storeCorrupt)
        #expect(try Connection(path: damaged.path).number("PRAGMA user_version") == 3)
    }

    /// A store as a crash leaves it: what was committed is in the log of writes.
    private func storeWithLog() throws -> StoreFile {
        let file = try StoreFile()
        let store = try EventStore(path: file.path)
        for number in 0..<5 { try store.save([change("k\(number)", [1])], position: nil) }
        let copy = try StoreFile()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
        }
        return copy
    }

    @Test func damageInsideTheWriteAheadLogIsRefused() throws {
        let file = try storeWithLog()
        let log = URL(filePath: file.path + "-wal")
        var bytes = try Data(contentsOf: log)
        #expect(try WriteAheadLog.problems(store: file.path) == [])
        bytes[32 + 24 + 100] ^= 1
        try bytes.write(to: log)
        let error = #expect(throws: PeriluneError.self) { try EventStore.forWriting(file.path) }
        #expect(error?.message.contains("frame 1") == true)
        #expect(try StoreCheck(path: file.path).damage.contains { $0.reason.contains("frame 1") })
    }

    @Test func aWriteThatACrashTruncatedIsNotDamage() throws {
        let file = try storeWithLog()
        let log = URL(filePath: file.path + "-wal")
        let bytes = try Data(contentsOf: log)
        try bytes.dropLast(1000).write(to: log)
        let store = try EventStore.forWriting(file.path).store
        #expect(try store.load(script: "rules.lua", key: "k3") == [1])
    }
}
