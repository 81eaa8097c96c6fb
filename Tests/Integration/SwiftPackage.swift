import Foundation

/// The package as SwiftPM describes it.
struct SwiftPackage: Decodable {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let path: String
        let type: String
        let sources: [String]
        let dependencies: [String]?

        enum CodingKeys: String, CodingKey {
            case name, path, type, sources
            case dependencies = "target_dependencies"
        }

        var isTest: Bool { type == "test" }
        var isPlugin: Bool { path.hasPrefix("Plugins/") && !isCommands }
        /// Whether it is what a plugin brings to the command.
        var isCommands: Bool { path.hasPrefix("Plugins/") && path.hasSuffix("/Commands") }
        var isExample: Bool { path.hasPrefix("Examples/") }

        /// The sources with their text, by their path in the package.
        func files() throws -> [(path: String, text: String)] {
            try sources.map { source in
                let file = "\(path)/\(source)"
                let url = SwiftPackage.root.appendingPathComponent(file)
                return (file, try String(contentsOf: url, encoding: .utf8))
            }
        }
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Asks SwiftPM, in a build folder of its own: `swift test` holds the lock of the usual one.
    static func describe() throws -> SwiftPackage {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("perilune-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--scratch-path", scratch.path, "describe", "--type", "json",
        ]
        process.currentDirectoryURL = root
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let json = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(SwiftPackage.self, from: json)
    }
}
