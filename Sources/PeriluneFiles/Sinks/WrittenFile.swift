/// A file that a sink writes, or a pattern (glob) of such files.
package struct WrittenFile: Sendable {
    /// The pattern; that of one file matches it alone.
    package let pattern: String
    /// What the file is for, if all sinks that write it for this may share it; `nil` if no other output may write it.
    package let sharedUse: String?

    package init(pattern: String, sharedUse: String? = nil) {
        self.pattern = pattern
        self.sharedUse = sharedUse
    }

    /// Whether two outputs may write the file.
    package func isShared(with other: WrittenFile) -> Bool {
        sharedUse != nil && sharedUse == other.sharedUse
    }
}
