/// A cache of the JSON between the event's id and the effects of a record.
///
/// This text is the same for all events of a type that end in the same way. A log has few types and few outcomes, so
/// nearly every record reuses a cached text.
final class RecordFrames {
    private var slots = Array(repeating: Slot(key: .max, text: nil), count: 256)

    private struct Slot {
        var key: UInt64
        /// The cached text; `nil` if records with this key have to be written one by one.
        var text: [UInt8]?
    }

    /// The text for a key, from `make` if it is not cached; replaces a text with another key in the same slot.
    func text(_ key: UInt64, _ make: () -> [UInt8]?) -> [UInt8]? {
        let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56)
        if slots[slot].key != key { slots[slot] = Slot(key: key, text: make()) }
        return slots[slot].text
    }
}

extension Bus {
    /// The text between the id and the effects of a record, with the quote that ends the id.
    ///
    /// `nil` if the record says more than the type of an event and who took it, if the type has no number, or if it
    /// may hold a secret.
    package func recordFrame(
        _ event: some EventContent, _ ending: Ending, _ commander: Commander
    ) -> [UInt8]? {
        let type = event.typeNumber
        guard type >= 0, !commander.hasFailed, commander.rejection == nil,
            commander.redirect == nil, commander.parts.isEmpty
        else { return nil }
        // The number of a default handler is negative, like the special values of `by`.
        let isDefault = ending.by == Ending.defaultHandler
        let by = isDefault ? commander.actorNumber : Int(ending.by)
        guard let who = Int32(exactly: by) else { return nil }
        let key =
            UInt64(type) << 36 | UInt64(ending.outcome.rank) << 33 | (isDefault ? 1 << 32 : 0)
            | UInt64(UInt32(bitPattern: who))
        return frames.text(key) {
            if Redaction.mayHoldSecret(event.type.utf8.span) { return nil }
            let verdict = verdict(ending, commander)
            var writer = JSONWriter()
            writer.beginObject()
            writer.write("event", "")
            let start = writer.bytes.count - 1
            Record.write(
                type: event.type, verdict.outcome, by: verdict.by, version: verdict.version,
                to: &writer)
            writer.name("effects")
            writer.beginArray()
            return Array(writer.bytes[start...])
        }
    }
}
