internal import CPeriluneJSON
package import PeriluneCore

/// The structure of an event that was built, so that a reader on another thread need not parse its bytes.
///
/// Unchecked: it is never changed.
package final class EventIndex: BuiltEvent, @unchecked Sendable {
    fileprivate let index: OpaquePointer

    fileprivate init(_ index: OpaquePointer) { self.index = index }

    deinit { cpj_event_index_free(index) }
}

extension EventBuilder {
    /// The structure of what is written; `nil` if it has to be parsed.
    package func makeIndex() -> EventIndex? { cpj_built_index(builder).map { EventIndex($0) } }
}

extension JSONEvent {
    /// Points the reader at an event that it keeps itself, of which the index is known.
    package func read(
        copy bytes: [UInt8], trusted: Bool, index: (any BuiltEvent)?
    ) throws(PeriluneError) {
        guard let index, trusted, let known = index as? EventIndex else {
            return try read(copy: bytes, trusted: trusted)
        }
        try read(copy: bytes, known, known.index)
    }
}
