import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct StoreLockTests {
    private let file: StoreFile

    init() throws { file = try StoreFile() }

    private func refusal(_ path: String) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try StoreLock(store: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func isHeldUnderEveryNameOfTheFile() throws {
        let lock = try StoreLock(store: file.path)
        let soft = file.folder.appending(path: "soft.db").path
        let hard = file.folder.appending(path: "hard.db").path
        try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: file.path)
        try FileManager.default.linkItem(atPath: file.path, toPath: hard)
        for name in [file.path, soft, hard] {
            #expect(refusal(name)?.code == .storeBusy)
            #expect(StoreLock.isTaken(store: name))
        }
        withExtendedLifetime(lock) {}
    }

    @Test func refusesAStoreWithTwoNames() throws {
        let hard = file.folder.appending(path: "hard.db").path
        _ = try StoreLock(store: file.path)
        try FileManager.default.linkItem(atPath: file.path, toPath: hard)
        #expect(refusal(hard)?.message == "the store has 2 names (hard links)")
    }

    @Test func isReleasedWithItsOwner() throws {
        _ = try StoreLock(store: file.path)
        #expect(!StoreLock.isTaken(store: file.path))
        #expect(refusal(file.path) == nil)
    }

    /// Closing any descriptor would drop SQLite's locks.
    @Test func doesNotReleaseTheLocksOfAnOpenConnection() throws {
        let writer = try Connection(path: file.path)
        try writer.run("BEGIN IMMEDIATE")
        func isLocked() throws -> Bool {
            let result = try Subprocess.run(
                "/usr/bin/python3",
                [
                    "-c",
                    """
                    import sqlite3, sys
                    c = sqlite3.connect(sys.argv[1], timeout=0)
                    try:
                        c.execute("BEGIN IMMEDIATE")
                    except sqlite3.OperationalError:
                        sys.exit(3)
                    """, file.path,
                ])
            return result == 3
        }
        _ = try StoreLock(store: file.path)
        #expect(refusal(file.path) == nil)
        #expect(try isLocked())
        try writer.run("ROLLBACK")
        #expect(try !isLocked())
    }

    /// Closing the file, which releases it, waits for the open connection.
    @Test func toAskWhetherAStoreIsTakenDoesNotTakeIt() throws {
        let reader = try Connection(path: file.path)
        try reader.run("CREATE TABLE t (n)")
        #expect(!StoreLock.isTaken(store: file.path))
        #expect(refusal(file.path) == nil)
        withExtendedLifetime(reader) {}
    }

    @Test func aServerOfVersion01KeepsItsStore() throws {
        _ = FileManager.default.createFile(atPath: file.path + "-lock", contents: nil)
        let old = open(file.path + "-lock", O_RDONLY | O_CLOEXEC)
        #expect(flock(old, LOCK_EX) == 0)
        #expect(refusal(file.path)?.code == .storeBusy)
        // A process that another test starts has the descriptor for a moment, too.
        #expect(flock(old, LOCK_UN) == 0)
        close(old)
        #expect(refusal(file.path) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path + "-lock"))
    }

    @Test func filesOfAStoreAreForTheirOwnerAlone() throws {
        let store = try EventStore(path: file.path)
        try store.save([change("k", [1])], position: nil)
        for suffix in ["", "-wal", "-shm"] {
            let found = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
            #expect(found[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
        store.close()
    }
}

private enum Subprocess {
    static func run(_ path: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
