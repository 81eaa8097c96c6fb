package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

extension Intake {
    /// The events of a request for the lanes; its sender gets the answer when they are stored.
    func forwarded(_ arrival: Arrival) -> ForwardedEvents {
        var items: [ForwardedEvents.Item] = []
        for delivery in arrival.deliveries {
            for (number, event) in delivery.events.enumerated() {
                // Events of one delivery may go to several lanes, and each is known again by itself.
                let identity = delivery.identity.map { number == 0 ? $0 : "\($0)\0\(number)" }
                items.append(
                    ForwardedEvents.Item(
                        json: event.json, key: event.key, identity: identity, depth: event.depth))
            }
        }
        return ForwardedEvents(items: items) { [self] error in
            if let error, error.code != "event.size" { return refused(arrival, error) }
            capacity.withLock { $0.release(arrival.events, arrival.bytes) }
            if let error {
                report(error, arrival.source)
                return arrival.respond(.refusal(error))
            }
            recordMetrics(for: arrival, accepted: arrival.events, duplicates: 0)
            if let unreadable = arrival.unreadable { tell(of: unreadable) }
            arrival.respond(
                .accepted(
                    arrival.events, repeated: 0,
                    unreadable: arrival.unreadable?.quarantined ?? []))
        }
    }

    /// Brings the events of a log to the lanes, in order, each with an identity by which a repetition is known; returns when
    /// they are stored.
    ///
    /// - Returns: Those that cannot be stored.
    /// - Throws: Why none can be stored at this time; some may be.
    package func forward(
        _ delivery: EventDelivery, identities: [String], from source: String
    ) async throws(PeriluneError) -> [UnreadableEntry] {
        var unreadable: [UnreadableEntry] = []
        var arrived: [Arrival.Delivery] = []
        let now = Timestamp.now
        for (number, (event, identity)) in zip(delivery.events, identities).enumerated() {
            var one = EventDelivery([event])
            one.lines = delivery.lines.map { ($0.file, [$0.numbers[number]]) }
            let events = live(one, source: source, at: now, &unreadable)
            if !events.isEmpty {
                arrived.append(Arrival.Delivery(events: events, identity: identity))
            }
        }
        return try await unreadable + forward(arrived, source)
    }

    private func forward(
        _ arrived: [Arrival.Delivery], _ source: String
    ) async throws(PeriluneError) -> [UnreadableEntry] {
        if arrived.isEmpty { return [] }
        let status = await withCheckedContinuation { continuation in
            admit(
                Arrival(source: source, deliveries: arrived) {
                    continuation.resume(returning: $0.status)
                })
        }
        switch status {
        case 202: return []
        case 413:
            let error = PeriluneError(
                "event.size", "the event is too large for the cluster",
                hint: "raise max_payload of the NATS servers")
            if arrived.count == 1 {
                return arrived[0].events.map { UnreadableEntry($0.json, error) }
            }
            // Only some of them are too large.
            var refused: [UnreadableEntry] = []
            for one in arrived { refused += try await forward([one], source) }
            return refused
        default:
            throw options.cluster?.forwarder?.failure
                ?? PeriluneError("intake.full", "the events could not be stored")
        }
    }

    /// Whether the store was closed after an error, because it may differ from its commit log.
    package var hasLostStore: Bool { store?.isLost ?? false }

    /// Why the last commit failed, if it did.
    package var commitFailure: PeriluneError? { committer?.failure }

    /// The sources of events that plugins bring, by name.
    package var eventSources: [String] { host.registry.eventSources.map(\.name) }

    /// Ends the processing of a lane: no event begins any more, and those in progress end, with the calls that they wait for.
    ///
    /// So their outcome is known to the next member, which processes the events that have not begun.
    ///
    /// - Returns: Whether all have ended within the time.
    package func finishCalls(within time: Duration) async -> Bool {
        stopAccepting()
        lanes?.halt()
        let end = ContinuousClock.now + time
        var areIdle = true
        for worker in host.workers where await !worker.halt(for: max(.zero, end - .now)) {
            areIdle = false
        }
        // If the log does not take it, the next member knows less, as after a crash.
        try? await committer?.flush()
        await host.outbox.drain(until: .now + Self.delivery)
        return areIdle
    }

    /// How long to wait for sinks, which otherwise get the same values again from the next member.
    private static let delivery: Duration = .milliseconds(200)

    /// Closes the store, so that the same process can open it again.
    package func abandon() {
        close()
        // The next intake must not take what this one had in progress for interrupted by a crash.
        if let path = options.store { ActivityFile.remove(Supervision.path(path)) }
    }
}
