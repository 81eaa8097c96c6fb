/// A 64-bit FNV-1a hash, which is the same in every process.
///
/// It distributes keys and creates names; it is not cryptographic.
package struct FNV1a: Sendable {
    /// The hash of all bytes.
    package let value: UInt64

    /// Hashes a sequence of bytes.
    @inlinable
    package init(_ bytes: some Sequence<UInt8>) {
        value = bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Hashes the UTF-8 of a text.
    @inlinable
    package init(_ text: String) { self.init(text.utf8) }

    /// Hashes bytes in memory.
    @inlinable
    package init(_ bytes: borrowing Span<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices {
            hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
        }
        value = hash
    }
}
