import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

/// Changes one byte of a store at random: no row may change undetected.
///
/// `PERILUNE_FLIPS` is the number of bytes, `PERILUNE_SEED` the random seed; `make faults` tries
/// 1000.
@Suite(.timeLimit(.minutes(30))) struct FlippedByteTests {
    private enum Outcome: String, CaseIterable {
        case refusedAtStart = "rejected at start"
        case refusedWhenRead = "rejected when read"
        case foundByCheck = "detected by 'store check' only"
        case unaffected
        case unnoticed = "changed and undetected"
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private func setting(_ name: String, _ fallback: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? fallback
    }

    @Test func isRefusedDetectedOrHarmless() throws {
        let flips = setting("PERILUNE_FLIPS", 60)
        let sample = try SampleStore(scale: flips > 100 ? 8 : 2)
        var numbers = Numbers(state: UInt64(setting("PERILUNE_SEED", 1)))
        var outcomes: [Outcome: Int] = [:]
        var repairs: [String: Int] = [:]
        for _ in 0..<flips {
            let offset = Int.random(in: sample.bytes.indices, using: &numbers)
            let mask = UInt8.random(in: 1...255, using: &numbers)
            let flip: (inout [UInt8]) -> Void = { $0[offset] ^= mask }
            let place = "byte \(offset) xor \(mask)"
            let outcome = try outcome(try sample.file(changing: flip), sample)
            outcomes[outcome, default: 0] += 1
            if outcome == .refusedWhenRead {
                let missing = try keysNotFound(try sample.file(changing: flip), sample)
                #expect(missing == 0, "\(place)")
            }
            #expect(outcome != .unnoticed, "\(place)")
            if outcome == .unaffected { continue }
            repairs[try repaired(try sample.file(changing: flip), sample, place), default: 0] += 1
        }
        for outcome in Outcome.allCases { print("\(outcome.rawValue): \(outcomes[outcome] ?? 0)") }
        for (result, count) in repairs.sorted(by: { $0.key < $1.key }) {
            print("  repaired, \(result): \(count)")
        }
    }

    /// A crash leaves what was committed last in the log of writes: of it, the last commit can be lost.
    @Test func inTheWriteAheadLogIsRefusedOrLosesAtMostTheLastCommit() throws {
        let file = try StoreFile()
        let store = try EventStore(path: file.path)
        var dumps: [[String]] = []
        for number in 0..<8 {
            try store.save(
                (0..<4).map { change("k\(number)-\($0)", [UInt8](repeating: 7, count: 900)) })
            dumps.append(try SampleStore.dump(file.path))
        }
        let database = try Data(contentsOf: file.url)
        let log = try Data(contentsOf: URL(filePath: file.path + "-wal"))
        var numbers = Numbers(state: UInt64(setting("PERILUNE_SEED", 1)))
        var counts = (refused: 0, unaffected: 0, withoutLastCommit: 0)
        for _ in 0..<setting("PERILUNE_FLIPS", 60) {
            let offset = Int.random(in: log.indices, using: &numbers)
            let mask = UInt8.random(in: 1...255, using: &numbers)
            let copy = try StoreFile()
            var flipped = log
            flipped[offset] ^= mask
            try database.write(to: copy.url)
            try flipped.write(to: URL(filePath: copy.path + "-wal"))
            let dump: [String]
            do {
                try EventStore.forWriting(copy.path).store.close()
                dump = try SampleStore.dump(copy.path)
            } catch {
                counts.refused += 1
                continue
            }
            #expect(dumps.suffix(2).contains(dump), "byte \(offset) xor \(mask)")
            if dump == dumps.last { counts.unaffected += 1 } else { counts.withoutLastCommit += 1 }
        }
        print("log of writes: \(counts)")
        store.close()
    }

    private func outcome(_ file: StoreFile, _ sample: SampleStore) throws -> Outcome {
        do {
            try EventStore.forWriting(file.path).store.close()
        } catch {
            return .refusedAtStart
        }
        let dump: [String]
        do {
            dump = try SampleStore.dump(file.path)
        } catch is PeriluneError {
            return .refusedWhenRead
        }
        if dump == sample.dump { return .unaffected }
        return try StoreCheck(path: file.path).damage.isEmpty ? .unnoticed : .foundByCheck
    }

    /// Existing keys that a running server would take for new ones, without an error.
    private func keysNotFound(_ file: StoreFile, _ sample: SampleStore) throws -> Int {
        let store = try EventStore.forWriting(file.path).store
        return sample.keys.count { key in
            do {
                return try store.load(script: "rules.lua", key: key) == nil
            } catch {
                return false
            }
        }
    }

    /// Repairs a store, and checks that it contains only rows that it had before.
    private func repaired(
        _ file: StoreFile, _ sample: SampleStore, _ place: String
    ) throws -> String {
        do {
            guard let repair = try StoreRepair.run(file.path, stamp: "test") else {
                return "nothing was wrong"
            }
            let dump = try SampleStore.dump(file.path)
            let known = Set(sample.dump)
            #expect(dump.allSatisfy { known.contains($0) }, "\(place)")
            #expect(dump.count == sample.dump.count || !repair.lost.isEmpty, "\(place)")
            if dump.count == sample.dump.count { return "everything kept" }
            let lost = sample.dump.count - dump.count
            return lost == 1 ? "one row lost" : "more rows lost"
        } catch let error as PeriluneError {
            return "refused: \(error.code.rawValue)"
        }
    }
}
