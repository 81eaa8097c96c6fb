import Foundation
import Glibc

/// A folder that is gone with the test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ bytes: [UInt8], _ name: String = "log") throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// How many descriptors of this process are of a file in the folder.
    func descriptors(of name: String) -> Int {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let file = url.resolvingSymlinksInPath().appending(path: name).path
        return open.count { descriptor in
            let path = "/proc/self/fd/\(descriptor)"
            return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == file
        }
    }

    /// What `gzip` or `zstd` makes of the bytes.
    func compress(_ bytes: [UInt8], with command: String) throws -> [UInt8] {
        let input = try write(bytes, "plain")
        // A pipe in between, so that the tool cannot know the size.
        // Foundation's `Process` leaks, which a sanitizer would report as ours.
        let pipe = popen("cat \(input) | \(command) -c", "r")
        defer { pclose(pipe) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer.prefix(count)
        }
        return output
    }
}
