import Foundation

/// Foundation stays in here: it has a `Host` of its own.
enum Files {
    static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    static func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// Puts a file in the place of another one, in one step.
    static func move(_ path: String, over other: String) { rename(path, other) }
}

/// A file that is written piece by piece.
final class OpenFile {
    private let handle: FileHandle

    init(_ path: String) throws {
        handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
    }

    init(appendingTo path: String) throws {
        handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
    }

    func write(_ text: String) { handle.write(Data(text.utf8)) }

    func close() { try? handle.close() }
}
