internal import PeriluneCore
internal import PeriluneStore

/// The result of a shadow run: recorded events, processed by the current and by a new version as a dry run.
///
/// Both versions begin with the current state of the store, and see their own changes. An event that fails only in
/// the new version rejects it; other differences may be intended, and are
/// only counted.
public struct ShadowRun: Hashable, Sendable {
    /// The number of events that both versions processed.
    public internal(set) var events = 0
    /// The number of events with different results.
    public internal(set) var differences = 0
    /// The ids of the first events with different results.
    public internal(set) var examples: [String] = []
    /// Whether the time ran out before the last event.
    public internal(set) var isCutOff = false

    /// The time limit, because the user waits for the reload.
    private static let time: Duration = .seconds(20)
    private static let shown = 3

    init(
        _ events: [[UInt8]], old: Assembly, new: Assembly, store: any StateStore,
        options: HostOptions
    ) async throws(PeriluneError) {
        let (before, _) = try Worker.make(
            0, old, options: options.forDryRun, store: ShadowStore(store), log: SilentLog())
        let (after, _) = try Worker.make(
            0, new, options: options.forDryRun, store: ShadowStore(store), log: SilentLog())
        let end = ContinuousClock.now + Self.time
        for json in events {
            if ContinuousClock.now > end {
                isCutOff = true
                break
            }
            let event = Event(json: json)
            let one = try await before.process([event])
            let other = try await after.process([event])
            try refuse(one.records, other.records, of: events.count)
            self.events += 1
            if one.records.withoutVersions == other.records.withoutVersions,
                one.lines == other.lines
            {
                continue
            }
            differences += 1
            if examples.count < Self.shown, let id = one.records.first?.event {
                examples.append(id)
            }
        }
    }

    private func refuse(
        _ old: [Record], _ new: [Record], of count: Int
    ) throws(PeriluneError) {
        guard old.allSatisfy({ $0.error == nil }),
            let failed = new.first(where: { $0.error != nil }), var error = failed.error
        else { return }
        error.hint = [
            error.hint,
            "event \(failed.event), one of the last \(count), fails with the new version and did not before",
        ].compactMap(\.self).joined(separator: "; ")
        throw error
    }
}

extension ShadowRun: CustomStringConvertible {
    /// One line of text.
    public var description: String {
        var text = "\(differences) of \(events) recorded events decided differently"
        if !examples.isEmpty { text += ": \(examples.joined(separator: ", "))" }
        if differences > examples.count { text += "…" }
        return isCutOff ? text + " (stopped at the time limit)" : text
    }
}

extension [Record] {
    fileprivate var withoutVersions: [Record] {
        map { record in
            var record = record
            record.version = nil
            return record
        }
    }
}
