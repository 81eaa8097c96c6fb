internal import CPeriluneJSON

extension Span<UInt8> {
    /// Whether the bytes are a valid time in the usual form of RFC 3339: in UTC, before the 29th of the month.
    ///
    /// False does not mean that the time is invalid.
    package var isUsualTime: Bool {
        withUnsafeBufferPointer {
            cpj_is_usual_time(cpj_text(bytes: $0.baseAddress, length: $0.count))
        }
    }
}
