internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// Counts the unreadable entries that were dropped, by the name of their source.
final class DroppedEntries: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        /// The sources whose last entries were dropped.
        var dropping: Set<String> = []
    }

    private let state = Mutex(State())

    func count(of source: String) -> Int { state.withLock { $0.counts[source] ?? 0 } }

    /// Counts dropped entries, or none; returns whether dropping has begun after entries were kept.
    func add(_ count: Int, of source: String) -> Bool {
        state.withLock { state in
            if count == 0 {
                state.dropping.remove(source)
                return false
            }
            state.counts[source, default: 0] += count
            return state.dropping.insert(source).inserted
        }
    }
}

extension Intake {
    /// The entries of a source that are kept; the others are dropped.
    ///
    /// Half of the quarantine is reserved for other events: otherwise, anyone who can send to a socket could fill it,
    /// and the server would accept nothing. Sources that do not count losses leave messages with the sender when the
    /// quarantine is full.
    func acceptableEntries(
        _ entries: [UnreadableEntry], of source: any EventSource
    ) -> ArraySlice<UnreadableEntry> {
        guard source.lost != nil, let size = store?.quarantineSize else { return entries[...] }
        let limits = options.quarantineLimits
        let isHalfFull = limits.share(of: size) >= 0.5
        let room = isHalfFull ? 0 : max(0, (limits.events + 1) / 2 - size.events)
        return entries.prefix(room)
    }

    /// The error if the unreadable entries of a request cannot be kept, because half of the quarantine is for other
    /// events.
    ///
    /// - Throws: `event.size` if they would not fit even if that half were empty.
    func lackOfRoom(for entries: [UnreadableEntry]) throws(PeriluneError) -> PeriluneError? {
        guard !entries.isEmpty, let size = store?.quarantineSize else { return nil }
        let limits = options.quarantineLimits
        var needed = QuarantineSize()
        needed.events = entries.count
        needed.bytes = entries.reduce(0) { $0 + $1.bytes.count }
        guard limits.share(of: needed) <= 0.5 else {
            throw PeriluneError(
                "event.size",
                "\(entries.count) entries of the request cannot be read, more than the quarantine can keep",
                hint: "correct the sender or 'as' of the endpoint, or send the log in parts")
        }
        needed.events += size.events
        needed.bytes += size.bytes
        guard limits.share(of: needed) > 0.5 else { return nil }
        return PeriluneError(
            "quarantine.filling",
            "the quarantine has no room for the entries of the request that cannot be read")
    }

    /// Counts dropped entries as lost, and reports the beginning of a loss once.
    func drop(_ count: Int, of source: any EventSource) {
        if dropped.add(count, of: source.name) {
            report(
                PeriluneError(
                    "source.dropped",
                    "dropping messages that cannot be read: the quarantine is half full",
                    hint:
                        "correct the sender or the options of the codec, then run 'perilune quarantine retry' or 'drop'"
                ), source.name)
        }
    }
}
