internal import PeriluneJSON
internal import PeriluneStore
internal import Synchronization

/// Creates the events that workers process.
extension Intake {
    /// A stored event on its way to the workers.
    func makeLiveEvent(from kept: InboxEvent) -> LiveEvent {
        var event = live(kept.event, source: kept.source, isChecked: false)
        event.number = kept.number
        capacity.withLock { $0.reserveUnbounded(1, event.json.count) }
        return event
    }

    /// An event for the workers.
    func live(
        _ json: [UInt8], source: String, isChecked: Bool = true, index: (any BuiltEvent)? = nil
    ) -> LiveEvent {
        var event = LiveEvent(number: nil, source: source, json: json, isChecked: isChecked)
        event.index = index
        event.keepsRecord = keepsRecords
        if needsKeys {
            let order = host.order
            let key = try? withReader { (reader) throws(PeriluneError) in
                try reader.read(copy: json, trusted: isChecked, index: index)
                return reader.key(order.ordering)
            }
            event.key = key ?? 0
            event.order = order.number
        }
        return event
    }

    /// Lets an event that is not in the inbox store its effects.
    func reserveNumber(for event: inout LiveEvent) {
        if store != nil { event.reserved = InboxNumber(timer: event.timer) }
    }
}
