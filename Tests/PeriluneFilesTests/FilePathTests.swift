import Foundation
import PeriluneFiles
import Testing

/// Names of files.
struct FilePathTests {
    /// With a combining mark behind it, a separator is no `Character` of its own.
    @Test func aSeparatorIsAByte() {
        let path = "a/..\u{2F}\u{301}x"
        #expect(FilePath.parts(of: path) == ["a", "..", "\u{301}x"])
        #expect(FilePath.absolute("/\(path)") == "/\u{301}x")
        #expect(FilePath.folder(of: path).utf8.elementsEqual("a/../".utf8))
        #expect(FilePath.isAbsolute("/\u{301}x"))
        #expect(FilePath.join("f/", "/\u{301}x") == "/\u{301}x")
        #expect(FolderTree.parent(of: "a/\u{301}x") == "a")
        #expect(FolderTree.parent(of: "/\u{301}x") == "/")
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/", true),
        ("/", "/a", false),
    ])
    func aPathIsInsideOfAFolder(_ path: String, _ folder: String, _ isInside: Bool) {
        #expect(FilePath.isInside(path, folder) == isInside)
    }

    @Test func theRealPathResolvesLinks() throws {
        let folder = try TemporaryFolder()
        let file = FilePath.real(try folder.write([], "file"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "file")
        #expect(FilePath.real(folder.path("link")) == file)
        #expect(FilePath.real(folder.path("none")) == FilePath.resolved(folder.path("none")))
    }
}
