extension String {
    /// The text in quotes as Lua reads it; whatever is not plain goes by its number.
    package var luaQuoted: String {
        var quoted = "\""
        for byte in utf8 {
            let isPlain =
                byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"")
                && byte != UInt8(ascii: "\\")
            if isPlain {
                quoted.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte)
                quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
