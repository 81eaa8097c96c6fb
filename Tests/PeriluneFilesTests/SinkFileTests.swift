import Foundation
import Glibc
import PeriluneCore
import Testing

@testable import PeriluneFiles

/// Files that sinks can write, and those that they cannot.
struct SinkFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(_ name: String, makesFolders: Bool = false) -> PeriluneError? {
        do throws(PeriluneError) {
            try SinkFile.check(folder.path(name), of: "orders", makesFolders: makesFolders)
            return nil
        } catch {
            return error
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(name), withDestinationPath: target)
    }

    @Test func acceptsAFileAndANewName() throws {
        _ = try folder.write([], "there")
        try link("to-there", to: "there")
        try link("to-new", to: "new")
        for name in ["there", "new", "to-there", "to-new"] {
            #expect(check(name) == nil, "\(name)")
        }
    }

    @Test func refusesAFolder() throws {
        let error = check("")
        #expect(error?.code == .outputDirectory)
        #expect(error?.message == "output 'orders': is a directory, not a file")
        #expect(error?.place.file == folder.path(""))
        #expect(error?.hint == "name a file in this folder")
    }

    @Test func refusesAPipe() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(check("pipe")?.code == .outputSpecial)
        #expect(!SinkFile.isRegular(folder.path("pipe")))
        #expect(SinkFile.isRegular(folder.path("none")))
    }

    @Test func aFolderThatIsMissingIsRefusedUnlessTheSinkMakesIt() throws {
        try link("gone", to: "nowhere/at/all")
        try link("loop", to: "loop")
        _ = try folder.write([], "file")
        #expect(check("a/b/c")?.code == .outputCreate)
        #expect(check("a/b/c", makesFolders: true) == nil)
        for name in ["gone", "gone/c", "file/c", "file/b/c", "loop"] {
            #expect(check(name, makesFolders: true)?.code == .outputCreate, "\(name)")
        }
    }

    @Test func inputsAreRecognizedUnderEveryName() throws {
        let path = try folder.write([], "store")
        try link("link", to: "store")
        let inputs = FileSet(exactly: [path, path + "-wal", folder.path("a[1]"), "-"])
        for name in ["store", "link", "store-wal", "./x/../store-wal", "a[1]"] {
            #expect(inputs.contains(folder.path("") + "/" + name), "\(name)")
        }
        #expect(!inputs.contains(folder.path("a1")))
        #expect(!inputs.contains(folder.path("store-shm")))
    }
}
