import Foundation
import Testing

/// What a release wrote, in `Tests/Fixtures`: its README says what is there and how it was made.
enum Release {
    /// All whose files must still be read, or be refused with the remedy.
    static let all = ["0.1"]

    /// A shell with a copy of a release's files in its folder.
    static func shell(_ release: String) throws -> Shell {
        let shell = try Shell()
        let files = SwiftPackage.root.appending(path: "Tests/Fixtures/\(release)")
        for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
            try FileManager.default.copyItem(
                at: files.appending(path: name), to: shell.folder.appending(path: name))
        }
        return shell
    }
}

extension Shell {
    /// Runs a command that must succeed, without a configuration.
    func succeeds(_ arguments: String) throws -> Result {
        let result = try perilune("\(arguments) --no-config")
        try #require(result.status == 0, "\(arguments): \(result.output)\(result.errors)")
        return result
    }
}
