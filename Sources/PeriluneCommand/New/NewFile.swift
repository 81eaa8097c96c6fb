import PeriluneCore
import PeriluneFiles

/// A file that a new project begins with.
struct NewFile {
    let path: String
    let text: String

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }

    /// Writes all of them or, where one is there already, none.
    static func write(
        _ files: [NewFile], to folder: String, _ terminal: Terminal
    ) throws(PeriluneError) -> ExitStatus {
        let root = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        for file in files where TextFile.exists(root + file.path) {
            throw PeriluneError(
                "output.exists", "the file exists and was not changed",
                at: .init(file: root + file.path), hint: "choose another name")
        }
        for file in files {
            try FolderTree.make(FilePath.folder(of: root + file.path))
            try OutputFile.write(Array(file.text.utf8), to: root + file.path)
            terminal.note("\(root)\(file.path)\n")
        }
        return .success
    }
}
