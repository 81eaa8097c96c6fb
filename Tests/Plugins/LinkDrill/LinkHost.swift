import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua

/// A host with link drills and some scripts.
struct LinkHost {
    let host: Host

    init(_ scripts: String..., keepsRecords: Bool = true) async throws {
        var options = HostOptions()
        options.keepsRecords = keepsRecords
        host = try await Host(options: options) {
            LinkDrill()
            for (number, script) in scripts.enumerated() {
                Script(name: "rule\(number + 1).lua", source: script)
            }
        }
    }

    func open(_ url: String, view: String? = nil) async throws -> Record {
        try await host.process(.link(url, id: "e", view: view))
    }

    /// What a script answers for an expression: it is emitted and read back.
    static func lua(_ expression: String) async throws -> String {
        let host = try await LinkHost(
            """
            local link, url, json = require "link", require "url", require "json"
            return { on = "*", execute = function(event, commander) commander:emit(\(expression)) end }
            """)
        let results = try await host.host.process(all: [.link("mstr://?evt=1")])
        if let error = results.records.first?.error { throw error }
        return String(decoding: results.output.dropLast(), as: UTF8.self)
    }
}
