import Foundation
import Testing

/// A folder of its own with the shipped scripts in it, and a shell in which `perilune` is the binary of
/// this build: tests read like a session in a terminal.
final class Shell {
    let folder: URL

    /// What a command line came to.
    struct Result {
        let output: String
        let errors: String
        let status: Int32

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map { String($0) } }

        /// The lines of the output as JSON objects.
        func objects() throws -> [[String: Any]] {
            try lines.map { line in
                try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    init() throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try manager.createDirectory(
            at: folder.appending(path: "bin"), withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            at: folder.appending(path: "bin/perilune"), withDestinationURL: Self.binary)
        try manager.copyItem(
            at: SwiftPackage.root.appending(path: "Scripts"),
            to: folder.appending(path: "Scripts"))
        try manager.createDirectory(
            at: folder.appending(path: "Examples"), withIntermediateDirectories: true)
        for example in ["Examples/Logs", "Examples/Operator"] {
            try manager.createSymbolicLink(
                at: folder.appending(path: example),
                withDestinationURL: SwiftPackage.root.appending(path: example))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The folder of this build, in which the test bundle is.
    static let buildFolder: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        return URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    /// The file that `PERILUNE` names, such as the optimized binary; without it that of this build, since the
    /// tests depend on the command.
    private static let binary: URL = {
        if let file = ProcessInfo.processInfo.environment["PERILUNE"] { return URL(filePath: file) }
        return buildFolder.appending(path: "perilune")
    }()

    /// A command line in the folder that has not begun; its standard input is empty.
    func process(_ command: String, environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        variables["PATH"] = "\(folder.path)/bin:\(variables["PATH"] ?? "/usr/bin:/bin")"
        process.environment = variables.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs a command line as a person would.
    ///
    /// Standard input is empty unless the line says otherwise. After the limit, in seconds, it is ended with status 124.
    @discardableResult
    func run(
        _ command: String, environment: [String: String] = [:], limit: Int? = nil
    ) throws -> Result {
        let process = process(command, environment: environment)
        if let limit {
            process.executableURL = URL(filePath: "/usr/bin/timeout")
            process.arguments = ["\(limit)", "/bin/bash", "-c", command]
        }
        let id = UUID().uuidString
        let output = folder.appending(path: "\(id).out")
        let errors = folder.appending(path: "\(id).err")
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.runWithoutBlockedSignals()
        process.waitUntilExit()
        return Result(
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            status: process.terminationStatus)
    }

    /// Whether a tool is there.
    static func has(_ tool: String) -> Bool {
        ["/usr/bin", "/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
        }
    }

    /// Runs `perilune` with arguments.
    @discardableResult
    func perilune(_ arguments: String) throws -> Result { try run("perilune \(arguments)") }

    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The shipped log, many times over, with ids and sources that differ.
    func writeLog(events: Int, _ name: String = "log.jsonl") throws {
        let shipped = try read("Scripts/links.jsonl").split(separator: "\n")
        var text = ""
        for number in 0..<events {
            text +=
                shipped[number % shipped.count]
                .replacing("\"id\":\"tap-", with: "\"id\":\"\(number)-", maxReplacements: 1)
                .replacing("/devices/", with: "/devices/\(number % 7)", maxReplacements: 1) + "\n"
        }
        try write(text, name)
    }
}
