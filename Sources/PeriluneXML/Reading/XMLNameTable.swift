/// The names of a document, each kept once.
///
/// libxml2 stores each string of a name once for a document, so equal pointers mean equal strings. A document contains
/// a local name wherever it is used, but a namespace only where it is declared: a copy of the namespace for each name
/// could take far more memory than the document.
struct XMLNameTable {
    private struct Key: Hashable {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
    }

    private(set) var names: [XMLDocument.Name] = []
    private var indices: [Key: Int32] = [:]
    /// The names that were read last, found without hashing three pointers.
    private var recent: [(key: Key, index: Int32)] = Array(repeating: (Key(), -1), count: 256)
    /// Prefixes, namespaces, and targets of processing instructions.
    private var strings: [UnsafePointer<UInt8>: String] = [:]

    /// The number of names, prefixes and namespaces.
    var count: Int { names.count + strings.count }

    /// The index of a name in `names`.
    mutating func index(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?,
        _ namespace: UnsafePointer<UInt8>?
    ) -> Int32 {
        let key = Key(local: local, prefix: prefix, namespace: namespace)
        let mixed = UInt64(UInt(bitPattern: local)) &+ 31 &* UInt64(UInt(bitPattern: namespace))
        let slot = Int((mixed &* 0x9E37_79B9_7F4A_7C15) >> 56)
        let last = recent[slot]
        if last.index >= 0, last.key.local == local, last.key.namespace == namespace,
            last.key.prefix == prefix
        {
            return last.index
        }
        let index = indices[key] ?? add(key)
        recent[slot] = (key, index)
        return index
    }

    /// The prefix, namespace or target behind a pointer; empty for a null pointer.
    mutating func string(_ pointer: UnsafePointer<UInt8>?) -> String {
        guard let pointer else { return "" }
        if let known = strings[pointer] { return known }
        let string = String(cString: pointer)
        strings[pointer] = string
        return string
    }

    private mutating func add(_ key: Key) -> Int32 {
        let index = Int32(names.count)
        names.append(
            .init(
                local: key.local.map { String(cString: $0) } ?? "",
                namespace: string(key.namespace),
                prefix: string(key.prefix)))
        indices[key] = index
        return index
    }
}
