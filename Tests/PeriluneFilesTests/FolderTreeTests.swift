import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

/// Folders and what is in them.
struct FolderTreeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aFolderIsCreatedWithItsParents() throws {
        // The second time it is there.
        for _ in 0..<2 { try FolderTree.make(folder.path("a/b/c")) }
        #expect(FolderTree.isFolder(folder.path("a/b/c")))
    }

    @Test func aFolderIsNotCreatedBelowAFile() throws {
        let path = try folder.write([], "file") + "/a"
        let error = #expect(throws: PeriluneError.self) { try FolderTree.make(path) }
        #expect(error?.message == "cannot create the folder: Not a directory")
        #expect(error?.place.file == path)
    }

    @Test func anInputIsAFileThatIsNamedOrMatchesAPattern() throws {
        let path = try folder.write([], "a.log")
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let inputs = InputFiles([folder.path("*.log")])
        // A file that does not exist yet will be an input.
        let names = ["a.log", "b.log", "link", "b.txt", "below/b.log"]
        #expect(names.filter { inputs.contains(folder.path($0)) } == ["a.log", "b.log", "link"])
        #expect(names.filter { inputs.matches(folder.path($0)) } == ["a.log", "b.log"])
        let exact = InputFiles(exactly: [folder.path("*.log"), path])
        #expect(names.filter { exact.contains(folder.path($0)) } == ["a.log", "link"])
        #expect(exact.contains(folder.path("*.log")))
    }

    @Test func anOrdinaryFileIsReadAndAPipeIsNot() throws {
        let path = try folder.write(Array("text".utf8), "file")
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            try TextFile.read(path, limit: 4, what: "table", isRegular: true)
                == Array("text".utf8))
        let error = #expect(throws: PeriluneError.self) {
            try TextFile.read(pipe, limit: 4, what: "table", isRegular: true)
        }
        #expect(error?.message == "expected a table, got a pipe or a device")
        #expect(try FilePath.modificationTime(of: path).microseconds > 0)
        #expect(throws: PeriluneError.self) { try FilePath.modificationTime(of: pipe) }
    }
}
