import Foundation

/// The folder of the scripts that ship.
enum ScriptsFolder {
    static let url = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts")
    static var path: String { url.path }

    static func file(_ name: String) -> URL { url.appending(path: name) }
}
