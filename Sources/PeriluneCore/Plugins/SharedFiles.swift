/// The parsed content of a file, shared by all workers of a script.
package protocol SharedFile: AnyObject, Sendable {
    /// The SHA-256 digest of the content, in hexadecimal.
    var digest: String { get }
    /// Whether the file has not changed since it was read.
    var isCurrent: Bool { get }
    /// A warning at the end of a run about a probable mistake in how the script uses the file.
    var warning: String? { get }
}

extension SharedFile {
    /// Returns `nil`: there is no warning.
    package var warning: String? { nil }
}

/// The files that the modules of a script read.
package protocol SharedFiles: AnyObject {
    /// The folder of the script with its `/`; `nil` for a script that is not a file.
    var folder: String? { get }
    /// The number of open files.
    var count: Int { get }
    /// A file that is open; `nil` if there is none of that name.
    func file(_ name: String) -> (any SharedFile)?
    /// Opens a file; all workers get the one that was read first.
    ///
    /// - Parameters:
    ///   - name: Identifies the file together with how it is read.
    ///   - paths: The files whose changes make a new version of the script.
    ///   - read: Reads the file.
    /// - Returns: The file that was read first.
    /// - Throws: An error if the file cannot be read.
    func open(
        _ name: String, at paths: [String],
        _ read: () throws(PeriluneError) -> any SharedFile
    ) throws(PeriluneError) -> any SharedFile
}
