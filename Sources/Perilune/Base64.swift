/// RFC 4648 base 64, for quarantined bytes that are not text.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var position = 0
        while position < bytes.count {
            let rest = bytes.count - position
            let first = bytes[position]
            let second = rest > 1 ? bytes[position + 1] : 0
            let third = rest > 2 ? bytes[position + 2] : 0
            text.append(alphabet[Int(first >> 2)])
            text.append(alphabet[Int((first & 3) << 4 | second >> 4)])
            text.append(rest > 1 ? alphabet[Int((second & 15) << 2 | third >> 6)] : 0x3D)
            text.append(rest > 2 ? alphabet[Int(third & 63)] : 0x3D)
            position += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
