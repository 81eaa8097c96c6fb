import Foundation

/// The real Lua 5.4 compiler, as the judge of what is a valid script.
enum LuaCompiler {
    static let path = ["/usr/bin/lua5.4", "/usr/local/bin/lua5.4"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// For each script the message of the compiler, or nil where it accepts it.
    static func errors(in scripts: [[UInt8]]) throws -> [String?] {
        try messages(scripts, #"local _, message = load(source, "=script", "t")"#)
    }

    /// For each script the error it ends with when it runs.
    static func runtimeErrors(in scripts: [[UInt8]]) throws -> [String?] {
        try messages(scripts, #"local _, message = pcall(load(source, "=script", "t"))"#)
    }

    /// All scripts go through one process: starting one for each would take minutes.
    private static func messages(_ scripts: [[UInt8]], _ action: String) throws -> [String?] {
        guard let path else { return [] }
        let program = """
            while true do
              local size = io.read("n")
              if not size then break end
              io.read(1)
              local source = size == 0 and "" or io.read(size)
              \(action)
              io.write(message and message:gsub("[\\r\\n]", " ") or "", "\\n")
            end
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-e", program]
        let output = Pipe()
        process.standardOutput = output
        let input = FileManager.default.temporaryDirectory.appendingPathComponent(
            "scripts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: input) }
        var stream: [UInt8] = []
        for script in scripts { stream += Array("\(script.count)\n".utf8) + script }
        try Data(stream).write(to: input)
        process.standardInput = try FileHandle(forReadingFrom: input)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        return lines.map { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }
}
