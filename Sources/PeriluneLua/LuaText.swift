extension String {
    /// The text as a quoted Lua string; bytes other than printable ASCII are written as decimal escapes.
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
