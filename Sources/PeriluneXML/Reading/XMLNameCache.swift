/// Caches the strings of names that occur repeatedly.
///
/// libxml2 stores each name of a document once, so equal pointers mean equal names. A slot that is overwritten costs
/// only another conversion.
struct XMLNameCache {
    private var slots: [(pointer: UnsafePointer<UInt8>?, name: String)] = Array(
        repeating: (nil, ""), count: 256)

    /// The string of a name; empty for a null pointer.
    mutating func string(_ pointer: UnsafePointer<UInt8>?) -> String {
        guard let pointer else { return "" }
        let hash = UInt64(UInt(bitPattern: pointer)) &* 0x9E37_79B9_7F4A_7C15
        let slot = Int(hash >> 56)
        if slots[slot].pointer != pointer { slots[slot] = (pointer, String(cString: pointer)) }
        return slots[slot].name
    }
}
