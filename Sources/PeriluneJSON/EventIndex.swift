internal import CPeriluneJSON
package import PeriluneCore

/// The structure of a built event, so that readers on other threads need not parse it.
///
/// Unchecked: it is immutable.
package final class EventIndex: BuiltEvent, @unchecked Sendable {
    fileprivate let index: OpaquePointer

    fileprivate init(_ index: OpaquePointer) { self.index = index }

    deinit { cpj_event_index_free(index) }
}

extension EventBuilder {
    /// The structure of the event; `nil` if it has to be parsed.
    package func makeIndex() -> EventIndex? { cpj_built_index(builder).map { EventIndex($0) } }
}

extension JSONEvent {
    /// Reads an event from the reader's own copy, with a known index.
    package func read(
        copy bytes: [UInt8], trusted: Bool, index: (any BuiltEvent)?
    ) throws(PeriluneError) {
        guard let index, trusted, let known = index as? EventIndex else {
            return try read(copy: bytes, trusted: trusted)
        }
        try read(copy: bytes, known, known.index)
    }
}
