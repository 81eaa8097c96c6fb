import Foundation
import Glibc
import PeriluneCore
import PeriluneStore
import Testing

/// Batches that a child process could not complete.
struct InterruptionTests {
    static let keys = (0..<40).map { "k\($0)" }

    /// Batch n: every key holds n, as long as a page or two, and the position is n.
    static func batch(_ number: Int) -> ([StateChange], InputPosition) {
        let value =
            withUnsafeBytes(of: number) { [UInt8]($0) }
            + [UInt8](repeating: 1, count: 2000)
        let changes = keys.map { change($0, value) }
        return (changes, InputPosition(log: "log", offset: number, line: number))
    }

    /// The number of the batch that the store holds, if it holds one and only one.
    static func batchNumber(in path: String) throws -> Int? {
        let store = try SQLiteStateStore(path: path)
        let position = try store.position(of: "log")
        let expected = position.map { batch($0.line).0[0].value }
        for key in keys {
            #expect(try store.load(script: "rules.lua", key: key) == expected ?? nil)
        }
        return position?.line
    }

    @Test func keepsWholeBatchesWhenItIsKilled() async throws {
        let file = try StoreFile()
        let path = file.path
        var last = 0
        for delay in stride(from: 1000, through: 40_000, by: 3000) {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, delay = delay as Int] in
                let store = try SQLiteStateStore(path: path)
                Thread.detachNewThread {
                    usleep(UInt32(delay))
                    kill(getpid(), SIGKILL)
                }
                var number = try store.position(of: "log")?.line ?? 0
                while true {
                    number += 1
                    let (changes, position) = Self.batch(number)
                    try store.save(changes, position: position)
                }
            }
            let number = try Self.batchNumber(in: path) ?? 0
            #expect(number >= last)
            last = number
        }
        #expect(last > 0)
    }

    @Test func keepsWholeBatchesWhenTheDiskIsFull() async throws {
        let file = try StoreFile()
        let path = file.path
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 600_000, rlim_max: 600_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let store = try SQLiteStateStore(path: path)
            for number in 1...100 {
                let (changes, position) = Self.batch(number)
                do throws(PeriluneError) {
                    try store.save(changes, position: position)
                } catch {
                    // The store goes on with what it has.
                    let line = try store.position(of: "log")?.line
                    exit(error.code == .storeFull && line == number - 1 ? 7 : 1)
                }
            }
        }
        let number = try #require(try Self.batchNumber(in: path))
        let (changes, position) = Self.batch(number + 1)
        try SQLiteStateStore(path: path).save(changes, position: position)
        #expect(try Self.batchNumber(in: path) == number + 1)
    }
}
