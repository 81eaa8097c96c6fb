import CodecsPlugin
import Foundation
import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneJSON

/// A log in a file, called `test.log`, which was last written on 2026-11-21 at noon.
final class TestLog {
    let path: String
    private let folder: URL

    init(_ bytes: [UInt8], name: String = "test.log") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        let noon = Date(timeIntervalSince1970: 1_795_262_400)
        try FileManager.default.setAttributes([.modificationDate: noon], ofItemAtPath: path)
    }

    convenience init(_ text: String, name: String = "test.log") throws {
        try self.init(Array(text.utf8), name: name)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Events, and refused entries as `{"error": code, "line": …, "column": …}`.
    func entries(_ codec: any Codec) throws -> [Value] {
        var found: [Value] = []
        try read(codec, into: &found)
        return found
    }

    /// The same, also those before an error.
    func read(_ codec: any Codec, into found: inout [Value]) throws {
        try LogReader(path, codec: codec).forEach { entry, line throws(PeriluneError) in
            switch entry {
            case .event(let json): found.append(try Value(json: json))
            case .refused(let error):
                var error = error
                error.place.line = line + (error.place.line ?? 1) - 1
                found.append(Self.value(of: error))
            case .nothing, .oversized: break
            }
            return true
        }
    }

    static func value(of error: PeriluneError) -> Value {
        var table = Value.Members()
        table["error"] = .string(error.code.rawValue)
        table["message"] = .string(error.message)
        if let line = error.place.line { table["line"] = .integer(Int64(line)) }
        if let column = error.place.column { table["column"] = .integer(Int64(column)) }
        return .object(table)
    }
}

extension Codecs {
    static func all() throws -> [any Codec] {
        var registry = Registry()
        try registry.register(LinkDrill())
        try registry.register(Codecs())
        return registry.codecs
    }

    static func named(_ name: String) throws -> any Codec {
        guard let codec = try all().first(where: { $0.name == name }) else {
            throw PeriluneError("codec.unknown", "no codec \(name)")
        }
        return codec
    }
}
