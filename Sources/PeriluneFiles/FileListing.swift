internal import PeriluneCore

/// A source of file names: the disk, or a revision of a repository.
package struct FileListing: Sendable {
    /// Whether it is the disk.
    package let isDisk: Bool
    let isThere: @Sendable (_ path: String) throws(PeriluneError) -> Bool
    let isFolder: @Sendable (_ path: String) throws(PeriluneError) -> Bool
    /// The names in a folder, in no particular order; empty if the folder cannot be read.
    let names: @Sendable (_ folder: String) throws(PeriluneError) -> [String]

    /// The files on the disk.
    package static let disk = FileListing(
        isDisk: true, isThere: { TextFile.exists($0) }, isFolder: { FolderTree.isFolder($0) },
        names: { TextFile.names(in: $0) })

    /// The files of a revision.
    package static func revision(_ revision: GitRevision) -> FileListing {
        FileListing(
            isDisk: false,
            isThere: { (path) throws(PeriluneError) in
                if try revision.file(path) != nil { return true }
                return try revision.folder(path) != nil
            },
            isFolder: { (path) throws(PeriluneError) in try revision.folder(path) != nil },
            names: { (folder) throws(PeriluneError) in try revision.folder(folder) ?? [] })
    }
}
