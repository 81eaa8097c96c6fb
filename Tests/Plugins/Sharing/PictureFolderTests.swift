import Foundation
import Glibc
import PeriluneCore
import Testing

@testable import SharingPlugin

/// A folder that pictures are written to.
struct PictureFolderTests {
    @Test(arguments: [false, true])
    func noFileStaysOpen(overwrites: Bool) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try PictureFolder(path)
        for _ in 0..<2 { try folder.write([1, 2, 3], as: "sales.png", overwrites: overwrites) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["sales.png"])
        let open = (0..<4096).filter { descriptor in
            var link = [CChar](repeating: 0, count: 4096)
            let length = readlink("/proc/self/fd/\(descriptor)", &link, link.count)
            let bytes = link.prefix(max(0, length)).map(UInt8.init(bitPattern:))
            return String(decoding: bytes, as: UTF8.self).hasPrefix(path)
        }
        #expect(open == [])
    }
}
