package import PeriluneCore
internal import Synchronization

/// The files that a script requires, and those that its modules read, each read once.
///
/// All workers see the same content of a file, even if the file changes before a worker needs it: one version of a
/// script is one set of files.
package final class CompanionFiles: Sendable {
    /// Reads the file of a required module; `nil` if there is none.
    package typealias Reader = @Sendable (_ name: String) throws(PeriluneError) -> [UInt8]?

    private let reader: Reader
    private let known = Mutex<[String: [UInt8]?]>([:])
    private let knownDigest = Mutex<String?>(nil)
    private let shared = Mutex(Shared())
    /// The folder of the script with its `/`; `nil` for a script that is not a file.
    package let folder: String?

    private struct Shared {
        var files: [String: any SharedFile] = [:]
        /// The paths of the files, including those that could not be read.
        var paths: Set<String> = []
        /// The files of the previous version, which are reused if they have not changed.
        var earlier: [String: any SharedFile] = [:]
    }

    package init(folder: String?, _ reader: @escaping Reader) {
        self.folder = folder
        self.reader = reader
    }

    /// The content of a required file at the first read; `nil` if there is no such file.
    package func source(_ name: String) throws(PeriluneError) -> [UInt8]? {
        if let source = known.withLock({ $0[name] }) { return source }
        let source = try reader(name)
        return known.withLock { known in
            if let first = known[name] { return first }
            known[name] = .some(source)
            return source
        }
    }

    /// All modules that were looked for, with the content; `nil` for a missing file.
    package var texts: [String: [UInt8]?] { known.withLock(\.self) }

    /// The digest of the script with these files, if it has been computed.
    package var digest: String? {
        get { knownDigest.withLock(\.self) }
        set { knownDigest.withLock { $0 = newValue } }
    }

    /// The same reader, with no files read yet.
    package var unread: CompanionFiles { CompanionFiles(folder: folder, reader) }

    // MARK: - Files that modules read

    /// Opens a file under a name; see ``SharedFiles``.
    func open(
        _ name: String, at paths: [String],
        _ read: () throws(PeriluneError) -> any SharedFile
    ) throws(PeriluneError) -> any SharedFile {
        let file = try shared.withLock { (shared) throws(PeriluneError) in
            if let known = shared.files[name] { return known }
            shared.paths.formUnion(paths)
            let file: any SharedFile
            if let earlier = shared.earlier[name], earlier.isCurrent {
                file = earlier
            } else {
                file = try read()
            }
            shared.files[name] = file
            return file
        }
        digest = nil
        return file
    }

    /// The files that were opened, by name.
    package var sharedFiles: [String: any SharedFile] { shared.withLock(\.files) }

    /// The paths of the files that were opened, or could not be.
    package var sharedPaths: [String] { shared.withLock(\.paths).sorted() }

    /// Reuses the files of the previous version that have not changed.
    package func reuse(_ earlier: CompanionFiles) {
        let files = earlier.sharedFiles
        shared.withLock { $0.earlier = files }
    }
}

extension Script {
    /// The path of a module beside a script; `nil` if the name is not valid.
    package static func companionFile(_ name: String, in folder: String) -> String? {
        // Every part must be a plain name, so that the path cannot leave the folder.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameCharacter) }) else {
            return nil
        }
        return folder + parts.joined(separator: "/") + ".lua"
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || character == "_" || character == "-")
    }
}
