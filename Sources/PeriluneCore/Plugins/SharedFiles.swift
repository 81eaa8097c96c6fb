/// What a module made of a file, shared by all workers of a script.
package protocol SharedFile: AnyObject, Sendable {
    /// A SHA-256 digest of what was read, in hexadecimal.
    var digest: String { get }
    /// Whether the file has not changed since it was read.
    var isCurrent: Bool { get }
    /// What is probably wrong with the way in which the script used it, for the end of a run.
    var warning: String? { get }
}

extension SharedFile {
    /// There is no warning.
    package var warning: String? { nil }
}

/// The files that the modules of a script read.
package protocol SharedFiles: AnyObject {
    /// The folder of the script with its `/`; `nil` for a script that is not a file.
    var folder: String? { get }
    /// How many files are open.
    var count: Int { get }
    /// A file that was opened.
    func file(_ name: String) -> (any SharedFile)?
    /// Opens a file; all workers get the one that was read first.
    ///
    /// - Parameters:
    ///   - name: Stands for the file and the way in which it is read.
    ///   - paths: The files whose change makes another version of the script.
    ///   - read: Reads it.
    /// - Returns: The file that was read first.
    /// - Throws: Why it cannot be read.
    func open(
        _ name: String, at paths: [String],
        _ read: () throws(PeriluneError) -> any SharedFile
    ) throws(PeriluneError) -> any SharedFile
}
