import PeriluneCore

/// Writes JSON as .NET's DataContractJsonSerializer does: slashes are escaped, and `__type` is the first
/// member of an object whose type the reader cannot know.
struct DataContractWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func beginObject(type: String? = nil) {
        open("{")
        if let type { write("__type", type + ":http://schemas.microsoft.com/xrm/2011/Contracts") }
    }

    mutating func endObject() { close("}") }
    mutating func beginArray() { open("[") }
    mutating func endArray() { close("]") }

    mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes text that is JSON already.
    mutating func raw(_ json: String) {
        separate()
        bytes += json.utf8
    }

    mutating func write(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes.append(UInt8(ascii: byte < 16 ? "0" : "1"))
                bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func write(_ name: String, _ text: String?) {
        self.name(name)
        if let text { write(text) } else { raw("null") }
    }

    mutating func write(_ name: String, _ id: GUID) { write(name, id.description) }

    mutating func write(_ name: String, _ number: Int) {
        self.name(name)
        raw(String(number))
    }

    mutating func write(_ name: String, _ isTrue: Bool) {
        self.name(name)
        raw(isTrue ? "true" : "false")
    }

    mutating func write(_ name: String, _ date: WireDate) {
        self.name(name)
        raw("\"\(date.escaped)\"")
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
