package import PeriluneCore

extension ChunkEntries.Entry {
    /// The bytes of the entry within those of its chunk.
    package func text(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    /// The event of the entry; empty if the entry is not an event, such as a comment.
    ///
    /// Without a decoder, the entry is the event.
    ///
    /// - Throws: The error of the decoder.
    package func event(
        in bytes: UnsafeRawBufferPointer, of chunk: Chunk, _ decoder: (any EntryDecoder)?
    ) throws(PeriluneError) -> [UInt8] {
        let text = unsafe text(in: bytes)
        guard let decoder else { return unsafe Array(text) }
        var event: [UInt8] = []
        event.reserveCapacity(length + 256)
        unsafe try decoder.decode(
            Span(_unsafeBytes: text), at: EntryPlace(line: line, offset: chunk.offset + offset),
            into: &event)
        return event
    }
}
