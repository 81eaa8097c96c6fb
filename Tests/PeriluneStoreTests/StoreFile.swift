import Foundation
import PeriluneCore

/// A path for a store that is gone with the test.
final class StoreFile: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "state.db").path }
    var url: URL { URL(filePath: path) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

func change(_ key: String, _ value: [UInt8]?, script: String = "rules.lua") -> StateChange {
    StateChange(script: script, key: key, value: value)
}

func code(_ body: () throws(PeriluneError) -> Void) -> PeriluneError.Code? {
    do throws(PeriluneError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}
