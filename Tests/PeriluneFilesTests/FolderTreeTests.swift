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
        let inputs = FileSet([folder.path("*.log")])
        // A file that does not exist yet will be an input.
        let names = ["a.log", "b.log", "link", "b.txt", "below/b.log"]
        #expect(names.filter { inputs.contains(folder.path($0)) } == ["a.log", "b.log", "link"])
        #expect(names.filter { inputs.matches(folder.path($0)) } == ["a.log", "b.log"])
        let exact = FileSet(exactly: [folder.path("*.log"), path])
        #expect(names.filter { exact.contains(folder.path($0)) } == ["a.log", "link"])
        #expect(exact.contains(folder.path("*.log")))
    }

    @Test func anInputIsFoundThroughLinksOfFolders() throws {
        for name in ["a", "days/1"] { try FolderTree.make(folder.path(name)) }
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: target)
        }
        try link("b", to: "a")
        try link("days/2", to: "../a")
        try link("new", to: "b/new.txt")
        let inputs = FileSet([folder.path("b/*.log"), folder.path("days/[0-9]/x.txt")])
        let names = ["a/x.log", "b/x.log", "a/x.txt", "days/1/x.txt", "a/y.txt"]
        #expect(names.filter { inputs.contains(folder.path($0)) } == names.dropLast())
        let exact = FileSet([Glob.exactly(folder.path("a/new.txt")), folder.path(#"b/\[1]"#)])
        #expect(exact.contains(folder.path("new")))
        #expect(exact.contains(folder.path("days/2/new.txt")))
        #expect(exact.contains(folder.path("a/[1]")))
        #expect(!exact.contains(folder.path("a/1")))
        #expect(
            FilePath.real(folder.path("new")) == FilePath.real(folder.path("a/new.txt")))
    }

    @Test func patternsOverlapThroughLinksAndIdentities() throws {
        try FolderTree.make(folder.path("a"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("b"), withDestinationPath: "a")
        _ = try folder.write([], "a/file")
        #expect(link(folder.path("a/file"), folder.path("hard")) == 0)
        func overlap(_ one: String, _ other: String) -> Bool {
            FileSet([folder.path(one)]).overlaps(FileSet([folder.path(other)]))
        }
        #expect(overlap("a/[0-9].jsonl", "b/1?jsonl"))
        #expect(overlap("b/1.jsonl", "a/[0-9].jsonl"))
        #expect(overlap("b/1", "a/1"))
        #expect(overlap("hard", "b/fil?"))
        #expect(!overlap("a/[0-9].jsonl", "b/1.csv"))
        #expect(!overlap("a/1", "b/2"))
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
