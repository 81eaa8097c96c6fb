import Foundation
import Perilune
import Testing

/// A library written in C against the header, as an author without Swift would, built when a test needs it.
struct CLibrary {
    private let folder: URL

    /// Builds it; `body` is what `call` does, with all its parameters and `say(json)` at hand.
    init(_ body: String, entry: String? = nil) throws {
        try self.init(
            source: """
                #include <string.h>
                #include "perilune_plugin.h"
                #define say(text) do { \\
                    const char *t = text; \\
                    perilune_message m = {{(const uint8_t *)t, strlen(t)}, {NULL, 0}}; \\
                    answer(context, false, &m); } while (0)
                static void call(void *owner, uint32_t operation, uint64_t subject,
                                 const perilune_message *request, perilune_answer answer, void *context) {
                    \(body)
                }
                \(entry ?? """
                const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) {
                    static perilune_table table = {PERILUNE_PLUGIN_ABI, 0, NULL, NULL, call};
                    return &table;
                }
                """)
                """)
    }

    /// Builds a whole file.
    init(source: String, flags: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: folder.appending(path: "plugin.c"))
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "cc", "-shared", "-fPIC", "-I", root.path + "/Sources/CPerilunePlugin/include",
                "-o",
                folder.appending(path: "plugin.so").path, folder.appending(path: "plugin.c").path,
            ] + flags
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    /// Loads it; what is loaded needs the files no more.
    func load() throws(PeriluneError) -> LibraryPlugin {
        defer { try? FileManager.default.removeItem(at: folder) }
        return try LibraryPlugin(folder.appending(path: "plugin.so").path)
    }
}
