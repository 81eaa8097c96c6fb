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

    @Test func losesOnlyThePageThatIsOverwritten() throws {
        let place = try #require(sample.bytes.firstRange(of: Array("rules.luacustomer-33".utf8))).lowerBound
        let page = place / 4096 * 4096
        let file = try sample.file {
            $0.replaceSubrange(page..<page + 4096, with: [UInt8](repeating: 0xA5, count: 4096))
        }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        #expect(repair.lost.contains { $0.text.contains("can't be read") })
        let dump = try SampleStore.dump(file.path)
        #expect(dump.filter { !$0.hasPrefix("state") }.count == sample.dump.count - 61)
        #expect(Set(dump).isSubset(of: sample.dump))
    }

    @Test func writesADamagedHeaderAnew() throws {
        let file = try sample.file { $0[3] = 0 }
        let repair = try #require(try StoreRepair.run(file.path, stamp: "t"))
        #expect(repair.lost == [])
        #expect(try SampleStore.dump(file.path) == sample.dump)
    }

    @Test func givesNoNumberTwiceAfterwards() throws {
        let file = try sample.file()
        try Connection(path: file.path).run("UPDATE sqlite_sequence SET seq = 5")
        #expect(try StoreRepair.run(file.path, stamp: "t") != nil)
        let store = try EventStore.forWriting(file.path).store
        let numbers = try store.commit { (store) throws(PeriluneError) in
            try store.accept([[1]], source: "s", identity: nil, time: 0)
        }
        #expect(try #require(numbers).lowerBound == 31)
    }

    @Test func doesNotTouchAStoreThatIsInUse() throws {
        let file = try sample.file(with: "\"count\":33", replacedBy: "\"count\":34")
        let lock = try StoreLock(store: file.path)
        #expect(throws: PeriluneError.self) { try StoreRepair.run(file.path, stamp: "t") }
        withExtendedLifetime(lock) {}
    }

    @Test func aBackupIsTheStoreWhileItIsWritten() throws {
        let file = try sample.file()
        let store = try EventStore.forWriting(file.path).store
        try store.save([change("late", [1])], position: nil)
        let target = file.folder.appending(path: "backup.db").path
        let check = try StoreBackup.run(file.path, to: target)
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
