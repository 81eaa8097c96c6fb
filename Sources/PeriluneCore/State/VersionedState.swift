/// The stored state of one key: JSON, preceded by the version of the script that saved it.
///
/// State of version 1, which is also that of a script without a version, is stored as JSON alone. Other versions
/// precede it, as in `@2 {"count":1}`, which cannot be confused with JSON.
package struct VersionedState {
    /// The script's `version` when the state was saved.
    package let version: Int64
    /// The state, an object or an array.
    package let json: ArraySlice<UInt8>

    private static let mark = UInt8(ascii: "@")
    private static let space = UInt8(ascii: " ")

    /// Parses stored bytes.
    package init(_ bytes: [UInt8]) {
        let digits = bytes.dropFirst().prefix { (48...57).contains($0) }
        guard bytes.first == Self.mark,
            let version = Int64(String(decoding: digits, as: UTF8.self)),
            digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == Self.space
        else {
            (self.version, json) = (1, bytes[...])
            return
        }
        self.version = version
        json = bytes[(digits.endIndex + 1)...]
    }

    /// The bytes to store for the state of a version of a script.
    package static func bytes(json: [UInt8], version: Int64) -> [UInt8] {
        version == 1 ? json : Array("@\(version) ".utf8) + json
    }
}
