/// The hash of an ordering key, by which events are spread over workers: FNV-1a.
package struct KeyHash: Sendable {
    package let value: UInt64

    package init(_ bytes: some Sequence<UInt8>) {
        value = bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    package init(_ text: String) { self.init(text.utf8) }
}
