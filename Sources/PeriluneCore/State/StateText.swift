/// A value of state as it is stored: JSON, with annotations of the host.
///
/// Before the JSON there may be the version of the script, `@2 `, and the expiry time in milliseconds,
/// `~1700000000000 `. After the state of a key there may be the number of its last large table, ` #12`.
package struct StateText {
    /// The JSON alone.
    package let json: [UInt8]

    /// Reads a value.
    package init(_ bytes: [UInt8]) {
        var rest = VersionedState(bytes).json
        if rest.first == UInt8(ascii: "~"), let space = rest.firstIndex(of: UInt8(ascii: " ")) {
            rest = rest[(space + 1)...]
        }
        let digits = rest.reversed().prefix { (48...57).contains($0) }.count
        if digits > 0, rest.dropLast(digits).suffix(2) == [UInt8(ascii: " "), UInt8(ascii: "#")] {
            rest = rest.dropLast(digits + 2)
        }
        json = Array(rest)
    }
}
