import PeriluneCore
import PeriluneTestKit

@testable import PeriluneStore

/// Transactions with random changes of all tables, which follow from a seed.
struct RandomTransactions {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }

    private mutating func bytes() -> [UInt8] {
        (0..<number(40)).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
    }

    /// Makes one to six changes.
    mutating func write(to store: StoreTransaction) throws(PeriluneError) {
        for _ in 0...number(6) { try change(store) }
    }

    private mutating func change(_ store: StoreTransaction) throws(PeriluneError) {
        let event = Int64(number(30) + 1)
        switch number(14) {
        case 0, 1:
            let events = (0..<number(3)).map { _ in bytes() }
            _ = try store.accept(
                events, source: "s\(number(2))", identity: number(3) == 0 ? nil : "i\(number(40))",
                time: Int64(number(100)))
        case 2: try store.removeFromInbox([event, event + 1])
        case 3, 4: try store.save([change(), change()])
        case 5:
            if try store.begin(
                event: event, identity: "e\(number(3))", kind: "k", request: "r",
                ifDone: number(2) == 0 ? nil : "{}") != nil
            {
                try store.finish(event: event, identity: "e\(number(3))", answer: "{}")
            }
        case 6:
            try store.quarantine(
                QuarantinedEvent(
                    number: number(2) == 0 ? nil : event, source: "s", event: bytes(),
                    error: #"{"code":"c"}"#),
                time: Int64(number(100)))
        case 7:
            _ =
                number(2) == 0
                ? try store.drop(.all).description : try store.retry(.all).description
        case 8: try store.addToOutbox(["": Array("{}\n".utf8), "o": Array("1\n2\n".utf8)])
        case 9: _ = try store.register(sinks: ["a", "b/o"])
        case 10:
            let sinks = try store.register(sinks: [])
            for (sink, position) in sinks { try store.acknowledge(through: position + 1, by: sink) }
            if number(5) == 0 { try store.forget(sink: "a") }
        case 11:
            try store.save(
                [SourcePosition("p\(number(3))", number(4) == 0 ? nil : "\(number(100))")], of: "s")
        case 12: _ = try store.reserveNumber()
        default:
            try store.set(Attempts(crashes: number(3), kills: number(3)), of: event)
            try store.forget(before: Int64(number(60)), keeping: 20)
        }
    }

    private mutating func change() -> StateChange {
        switch number(10) {
        case 0: PeriluneStoreTests.change("k\(number(20))", nil)
        default: PeriluneStoreTests.change("k\(number(20))", bytes())
        }
    }
}
