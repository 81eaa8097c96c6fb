internal import Glibc

extension LinkScanner {
    /// The events of a link, as far as the bus needs to know.
    enum Events {
        case none, stock, custom, several
    }

    /// What events a link has.
    ///
    /// Called for every link: behind the first event it looks only at what follows an `&`.
    static func events(in bytes: Span<UInt8>) -> Events {
        guard let first = firstEvent(in: bytes) else { return .none }
        if hasEvent(bytes, from: first) { return .several }
        guard let number = number(bytes, from: first), isCustom(number) else { return .stock }
        return .custom
    }

    /// Whether an `evt` follows behind a place in the query.
    private static func hasEvent(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while let next = nextParameter(bytes, from: index) {
            if valueOfEvent(bytes, at: next) != nil { return !hasFragment(bytes, start, next) }
            index = next
        }
        return false
    }

    /// The place behind the next `&`, if anything follows it.
    @inline(__always)
    private static func nextParameter(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        let found = unsafe bytes.withUnsafeBufferPointer { bytes -> Int in
            guard let base = bytes.baseAddress else { return bytes.count }
            guard
                let found = unsafe memchr(
                    base + start, Int32(UInt8(ascii: "&")), bytes.count - start)
            else { return bytes.count }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
        return found + 1 < bytes.count ? found + 1 : nil
    }

    private static func hasFragment(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        for index in start..<end where bytes[index] == UInt8(ascii: "#") { return true }
        return false
    }
}
