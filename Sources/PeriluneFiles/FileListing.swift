internal import PeriluneCore

/// Where names of files are looked up: on the disk, or in a revision of a repository.
package struct FileListing: Sendable {
    /// Whether it is what lies on the disk now.
    package let isDisk: Bool
    let isThere: @Sendable (_ path: String) throws(PeriluneError) -> Bool
    let isFolder: @Sendable (_ path: String) throws(PeriluneError) -> Bool
    /// What a folder holds, in no order; nothing where it cannot be read.
    let names: @Sendable (_ folder: String) throws(PeriluneError) -> [String]

    /// What lies on the disk.
    package static let disk = FileListing(
        isDisk: true, isThere: { TextFile.exists($0) }, isFolder: { FolderTree.isFolder($0) },
        names: { TextFile.names(in: $0) })

    /// What a revision has.
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
