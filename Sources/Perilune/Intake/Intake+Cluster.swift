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
            room.withLock { $0.give(arrival.events, arrival.bytes) }
            if let error {
                note(error, arrival.source)
                return arrival.respond(.refusal(error))
            }
            count(arrival, arrival.events, 0)
            if let unreadable = arrival.unreadable { tell(of: unreadable) }
            arrival.respond(
                .accepted(
                    arrival.events, repeated: 0,
                    unreadable: arrival.unreadable?.quarantined ?? []))
        }
    }

    /// Whether the store was closed after an error, because it may differ from its commit log.
    package var hasLostStore: Bool { store?.isLost ?? false }

    /// Why the last commit failed, if it did.
    package var commitFailure: PeriluneError? { committer?.failure }

    /// The sources of events that plugins bring, by name.
    package var eventSources: [String] { host.registry.eventSources.map(\.name) }

    /// Closes the store, so that the same process can open it again.
    package func abandon() {
        close()
        // The next intake must not take what this one had in progress for interrupted by a crash.
        if let path = options.store { ActivityFile.remove(Supervision.path(path)) }
    }
}
