import Glibc
import PeriluneLibrary

/// Delivers an event when the office opens or closes.
struct OfficeSource: EventSource {
    static let eventTypes = [
        EventType("office.opened", "The office has opened."),
        EventType("office.closed", "The office has closed."),
    ]

    let name = "office"
    let hours: Hours

    /// The last event up to a time.
    ///
    /// It has the same id after a restart, so the host ignores it the second time.
    func lastEvent(before time: Timestamp) -> Event {
        let hour: Int64 = 3_600_000_000
        var change = time.microseconds / hour * hour
        let isOpen = hours.areOpen(microseconds: change)
        while hours.areOpen(microseconds: change - hour) == isOpen { change -= hour }
        let text = Timestamp(microseconds: change).description
        let type = Self.eventTypes[isOpen ? 0 : 1]
        return Event(id: text, source: "/office", type: type.name, time: text)
    }

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        var delivered: Event?
        while !Task.isCancelled {
            let event = lastEvent(before: Timestamp(microseconds: Int64(time(nil)) * 1_000_000))
            if event != delivered {
                do {
                    try await deliver(EventDelivery([event]))
                    delivered = event
                } catch {
                    // The host is full: the next round delivers it.
                }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
