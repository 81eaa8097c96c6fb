import PeriluneCore
import PeriluneFiles

/// A file of a new project.
struct NewFile {
    let path: String
    let text: String

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }

    /// Writes all files; writes none if one of them exists.
    static func write(
        _ files: [NewFile], to folder: String, _ terminal: Terminal
    ) throws(PeriluneError) -> ExitStatus {
        let root = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        for file in files where TextFile.exists(root + file.path) {
            throw PeriluneError(
                "output.exists", "the file exists and was not changed",
                at: .init(file: root + file.path), hint: "choose another name")
        }
        return try write(files, under: root, terminal)
    }

    /// Writes the files that have changed, and prints their names.
    ///
    /// Existing files are replaced only if they begin with `mark`.
    ///
    /// - Throws: `output.exists` if an existing file does not; then none is written.
    static func replace(
        _ files: [NewFile], in folder: String, beginningWith mark: String, _ terminal: Terminal
    ) throws(PeriluneError) -> ExitStatus {
        let root = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        for file in files where TextFile.exists(root + file.path) {
            guard TextFile.start(of: root + file.path, length: mark.utf8.count) == Array(mark.utf8)
            else {
                throw PeriluneError(
                    "output.exists", "the file was not written by Perilune and was not changed",
                    at: .init(file: root + file.path), hint: "rename it")
            }
        }
        let changed = files.filter { file in
            let text = Array(file.text.utf8)
            return TextFile.start(of: root + file.path, length: text.count + 1) != text
        }
        if changed.count < files.count {
            terminal.info("\(Counted(files.count - changed.count, "file")) up to date\n")
        }
        return try write(changed, under: root, terminal)
    }

    private static func write(
        _ files: [NewFile], under root: String, _ terminal: Terminal
    ) throws(PeriluneError) -> ExitStatus {
        for file in files {
            try FolderTree.make(FilePath.folder(of: root + file.path))
            try OutputFile.write(Array(file.text.utf8), to: root + file.path)
            terminal.info("\(root)\(file.path)\n")
        }
        return .success
    }
}
