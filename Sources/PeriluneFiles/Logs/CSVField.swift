/// A value in a row of CSV (RFC 4180).
package enum CSVField {
    /// Writes a value, quoted if necessary.
    package static func write(
        _ text: String, delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8 = UInt8(ascii: "\""),
        to bytes: inout [UInt8]
    ) {
        let special: Set = [delimiter, quote, 0x0A, 0x0D]
        guard text.utf8.contains(where: special.contains) else { return bytes += text.utf8 }
        bytes.append(quote)
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
