/// Strings of names that occur again and again.
///
/// libxml2 keeps each name of a document once, so the same pointer is the same name. A slot forgets
/// its name when another needs it: then a string is made once more, and nothing else happens.
struct XMLNameCache {
    private var slots: [(pointer: UnsafePointer<UInt8>?, name: String)] = Array(
        repeating: (nil, ""), count: 256)

    /// The string of a name; empty for none.
    mutating func string(_ pointer: UnsafePointer<UInt8>?) -> String {
        guard let pointer else { return "" }
        let hash = UInt64(UInt(bitPattern: pointer)) &* 0x9E37_79B9_7F4A_7C15
        let slot = Int(hash >> 56)
        if slots[slot].pointer != pointer { slots[slot] = (pointer, String(cString: pointer)) }
        return slots[slot].name
    }
}
