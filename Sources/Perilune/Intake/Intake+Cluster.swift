package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

extension Intake {
    /// Converts an arrival for the lanes; its sender gets the response when the events are stored.
    func forwarded(_ arrival: Arrival) -> ForwardedEvents {
        var items: [ForwardedEvents.Item] = []
        for delivery in arrival.deliveries {
            for (number, event) in delivery.events.enumerated() {
                // The events of a delivery may go to several lanes, so each needs an identity of its own.
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
            if let unreadable = arrival.unreadable { report(unreadable) }
            arrival.respond(
                .accepted(
                    arrival.events, repeated: 0,
                    unreadable: arrival.unreadable?.quarantined ?? []))
        }
    }

    /// Forwards events of a log to the lanes in order; returns when they are stored.
    ///
    /// Each event has an identity by which a repetition is recognized.
    ///
    /// - Returns: The events that cannot be stored.
    /// - Throws: An error if none can be stored at this time; some may have been stored.
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

    /// The error of the last commit; `nil` if it succeeded.
    package var commitFailure: PeriluneError? { committer?.failure }

    /// The names of the event sources of plugins.
    package var eventSources: [String] { host.registry.eventSources.map(\.name) }

    /// Stops the processing of a lane: no event begins any more, and those in progress end, with their calls.
    ///
    /// The next member then knows their outcome, and processes the events that have not begun.
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
        // If this fails, the next member knows less, as after a crash.
        try? await committer?.flush()
        await host.outbox.drain(until: .now + Self.delivery)
        return areIdle
    }

    /// How long to wait for sinks; if they do not finish, the next member delivers the same values again.
    private static let delivery: Duration = .milliseconds(200)

    /// Closes the store, so that the same process can open it again.
    package func abandon() {
        close()
        // The next intake must not treat the events in progress as interrupted by a crash.
        if let path = options.store { ActivityFile.remove(Supervision.path(path)) }
    }
}
