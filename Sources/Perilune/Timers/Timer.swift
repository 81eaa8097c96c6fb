internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// A timer that a script has set: when it is due, and what it belongs to.
struct Timer: Sendable {
    /// When it is due, in event time, in microseconds since 1970.
    let due: Int64
    let script: String
    let key: String
    let name: String
    /// The key under which it is stored.
    let slot: StateSlot
    /// The hash of its ordering key.
    let hash: UInt64

    /// Parses a stored value; nil if it is not a timer, or cancels one.
    init?(_ slot: StateSlot, _ value: [UInt8]?) {
        guard let value, let key = TimerKey(slot.key),
            let due = Int64(String(decoding: value, as: UTF8.self))
        else { return nil }
        self.due = due
        self.slot = slot
        script = slot.script
        self.key = key.key
        name = key.name
        hash = FNV1a(key.key).value
    }

    /// Whether it is due before another timer; the order is the same for all workers.
    func isBefore(_ other: Timer) -> Bool {
        (due, hash, script, slot.key) < (other.due, other.hash, other.script, other.slot.key)
    }

    /// The type of the events of timers.
    static let type = "timer"

    /// The event that is passed to the script.
    var json: [UInt8] {
        let time = Timestamp(microseconds: due).description
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", "\(script)/\(name)/\(key)/\(time)")
        writer.write("source", "perilune")
        writer.write("type", Self.type)
        writer.write("time", time)
        writer.write("partitionkey", key)
        writer.write(
            "data", ["key": .string(key), "name": .string(name), "script": .string(script)])
        writer.endObject()
        return writer.bytes
    }
}

extension JSONEvent {
    /// Whether this is the event of a timer.
    var isTimer: Bool { type == Timer.type }
}

extension Registry {
    /// The scripts that set timers.
    package var scriptsWithTimers: [String] { delegates.filter(\.usesTimers).map(\.name) }
}
