internal import CPeriluneJSON

extension Span<UInt8> {
    /// Whether the bytes are a time in RFC 3339 as most are: in UTC, before the 29th of its month.
    ///
    /// False says nothing.
    package var isUsualTime: Bool {
        withUnsafeBufferPointer {
            cpj_is_usual_time(cpj_text(bytes: $0.baseAddress, length: $0.count))
        }
    }
}
