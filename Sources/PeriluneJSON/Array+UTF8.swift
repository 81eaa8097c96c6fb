internal import CPeriluneJSON

extension [UInt8] {
    /// The offset of the first bytes that are not UTF-8; `nil` if all are.
    package var offsetOfInvalidUTF8: Int? {
        if withUnsafeBufferPointer({ cpj_is_utf8($0.baseAddress, $0.count) }) { return nil }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
