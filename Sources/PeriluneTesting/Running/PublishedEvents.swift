internal import Perilune
internal import PeriluneCore
internal import Synchronization

/// Collects the events that scripts publish, before they are processed.
final class PublishedEvents: Sendable {
    private let kept = Mutex<[[UInt8]]>([])

    /// A delegate that sees every event and handles none.
    var delegate: Delegate {
        Delegate(name: "perilune test", interests: Interests(), priority: .max) { _ in
            ObservingDelegate(events: self)
        }
    }

    fileprivate func add(_ event: any EventContent, _ commander: Commander) {
        if commander.depth > 0 { kept.withLock { $0.append(event.json) } }
    }

    /// Returns the events since the last call as JSON, and removes them.
    func drain() -> [[UInt8]] {
        kept.withLock { events in
            defer { events.removeAll() }
            return events
        }
    }
}

private final class ObservingDelegate: EventDelegate {
    private let events: PublishedEvents

    init(events: PublishedEvents) { self.events = events }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool {
        events.add(event, commander)
        return false
    }

    /// Records an event; custom events are executed without `shouldHandle`.
    func execute(_ event: any EventContent, _ commander: Commander) -> Execution {
        events.add(event, commander)
        return .finished(.pass)
    }

    func finish(committed: Bool) {}
}
