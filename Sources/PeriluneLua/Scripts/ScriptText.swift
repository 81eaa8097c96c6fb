/// The text of a script file that is passed to the compiler.
enum ScriptText {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The file with a byte order mark and a first line with `#` (shebang) replaced by spaces.
    ///
    /// Line and column numbers do not change.
    static func compilable(_ source: [UInt8]) -> [UInt8] {
        var end = source.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        if end < source.count, source[end] == UInt8(ascii: "#") {
            while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
        }
        guard end > 0 else { return source }
        return Array(repeating: UInt8(ascii: " "), count: end) + source[end...]
    }
}
