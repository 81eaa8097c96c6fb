import Glibc
import PeriluneCore
import PeriluneFiles
import Testing

/// Files that only their owner may read.
struct OwnerFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0, 1, 16 << 10, 50_000])
    func `What was written is read`(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        try OwnerFile.write(bytes, to: folder.path("token"))
        #expect(try OwnerFile.read(folder.path("token")) == bytes)
    }

    @Test func `A file of the limit is read, and a larger one is an error`() throws {
        let path = try folder.write([UInt8](repeating: 0x61, count: 1000), "token")
        #expect(try OwnerFile.read(path, limit: 1000)?.count == 1000)
        let error = #expect(throws: PeriluneError.self) { try OwnerFile.read(path, limit: 999) }
        #expect(error?.message == "\(path) is larger than 999 bytes")
    }

    @Test func `A file that is not there has no content`() throws {
        #expect(try OwnerFile.read(folder.path("none")) == nil)
    }

    @Test func `Nobody else may read what was written, and nothing else is left in the folder`()
        throws
    {
        let path = folder.path("token")
        for text in ["first", "second"] { try OwnerFile.write(Array(text.utf8), to: path) }
        var state = stat()
        #expect(stat(path, &state) == 0)
        #expect(state.st_mode & 0o777 == 0o600)
        #expect(TextFile.names(in: FilePath.folder(of: path)) == ["token"])
    }

    @Test func `No file stays open`() throws {
        try OwnerFile.write([1], to: folder.path("token"))
        _ = try OwnerFile.read(folder.path("token"))
        #expect(folder.descriptors(of: "token") == 0)
    }

    @Test func `A removed file is gone, and one that is not there is no error`() throws {
        let path = try folder.write([1], "token")
        for _ in 0..<2 { OwnerFile.remove(path) }
        #expect(try OwnerFile.read(path) == nil)
    }

    @Test func `Folders are made for the owner alone`() throws {
        let path = folder.path("a/b")
        for _ in 0..<2 { try OwnerFile.makeFolder(path) }
        var state = stat()
        #expect(stat(path, &state) == 0)
        #expect(state.st_mode & 0o777 == 0o700)
    }
}
