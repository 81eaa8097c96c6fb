import PeriluneCore
import PeriluneFiles

/// The names of files in a batch: names that lead to the same file, by links, get the first of them.
struct FileNames {
    private enum File: Hashable {
        case known(FileIdentity)
        /// A file that does not exist, by its path without links.
        case new(ByteString)
    }

    private var first: [File: ByteString] = [:]
    private var known: [ByteString: ByteString] = [:]

    /// The name under which the file with a name is written.
    mutating func writtenName(for name: String) -> ByteString {
        let name = ByteString(name)
        if let known = known[name] { return known }
        let file =
            FileIdentity(path: name.string).map { File.known($0) }
            ?? .new(ByteString(FilePath.real(name.string)))
        let written = first[file] ?? name
        first[file] = written
        known[name] = written
        return written
    }
}
