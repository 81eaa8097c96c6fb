/// The state of one key as a store has it: JSON, behind the version of the script that kept it.
///
/// A script that declares no version has version 1, and its state is JSON alone. Other versions are written
/// before it, as in `@2 {"count":1}`: no JSON begins so.
package struct VersionedState {
    /// The script's `version` when it was kept.
    package let version: Int64
    /// The state, an object or an array.
    package let json: ArraySlice<UInt8>

    private static let mark = UInt8(ascii: "@")
    private static let space = UInt8(ascii: " ")

    /// Reads what a store has.
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

    /// What a store is given for the state of a version of a script.
    package static func bytes(json: [UInt8], version: Int64) -> [UInt8] {
        version == 1 ? json : Array("@\(version) ".utf8) + json
    }
}
