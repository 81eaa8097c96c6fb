import Foundation
import Perilune
import PeriluneCore

/// A folder with a configuration in it, gone with the test.
final class ProjectFolder {
    let url: URL

    init(_ configuration: String = "return {}", scripts: [String] = []) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try write(configuration, Configuration.fileName)
        for name in scripts { try write("return { execute = function() end }", name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, _ name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func path(_ name: String) -> String { url.path(percentEncoded: false) + "/" + name }

    func read() throws(ConfigurationError) -> Configuration {
        try Configuration(file: path(Configuration.fileName))
    }

    /// Each mistake as `line:column message`, with the folder left out.
    func mistakes() -> [String] {
        do {
            _ = try read()
            return []
        } catch {
            return error.mistakes.map { mistake in
                let place = "\(mistake.place.line ?? 0):\(mistake.place.column ?? 0)"
                return "\(place) \(mistake.message)"
                    .replacing(url.path(percentEncoded: false) + "/", with: "")
            }
        }
    }

    func hints() -> [String?] {
        do {
            _ = try read()
            return []
        } catch {
            return error.mistakes.map(\.hint)
        }
    }
}
