import Perilune
import PeriluneCore
import PeriluneLua
import Synchronization

@testable import SharingPlugin

/// Views whose pictures are a text that says what was asked for.
final class FakeViews: ViewProvider {
    private let names: [String]
    private let asked = Mutex<[PictureRequest]>([])

    init(_ names: [String] = ["sales", "people"]) { self.names = names }

    var views: [String] { names }

    var requests: [PictureRequest] { asked.withLock { $0 } }

    func picture(_ request: PictureRequest) -> Picture? {
        guard names.contains(request.view) else { return nil }
        asked.withLock { $0.append(request) }
        return Picture(
            bytes: Array("\(request.view) as \(request.format)".utf8), format: request.format,
            width: Int((request.width ?? 400) * request.scale),
            height: Int((request.height ?? 300) * request.scale), alternative: "Sales by region")
    }
}

/// A script's `execute` in a host that has views, and places for pictures to go.
struct SharingLab {
    var views = FakeViews()
    var configuration: SharingConfiguration?
    var isDryRun = false
    var grants = Grants.all

    func results(_ body: String) async throws -> Host.Results {
        var options = HostOptions()
        options.isDryRun = isDryRun
        var script = Script(
            name: "share.lua",
            source: """
                local snapshot = require "snapshot"
                return { execute = function(event, commander) \(body) end }
                """)
        script.grants = grants
        let host = try await Host(options: options) { [script] in
            Sharing(configuration)
            ViewsPlugin(views: views)
            script
        }
        return try await host.process(all: [
            Event(id: "e", source: "s", type: "chart.selection.items")
        ])
    }

    /// The effects of a script that does not fail, an object a line.
    func effects(_ body: String) async throws -> [String] {
        let record = try await results(body).records[0]
        if let error = record.error { throw error }
        return record.effects.map { effect in
            var writer = JSONWriter()
            effect.write(to: &writer)
            return writer.text
        }
    }

    /// What a script emits.
    func emitted(_ body: String) async throws -> String {
        let results = try await results(body)
        if let error = results.records[0].error { throw error }
        return String(decoding: results.output, as: UTF8.self)
    }

    func error(_ body: String) async throws -> PeriluneError? {
        try await results(body).records[0].error
    }
}

/// Registered behind the plugin that takes pictures, as a plugin may be.
private struct ViewsPlugin: Plugin {
    let views: FakeViews
    let name = "views"
    func register(in registry: inout Registry) { registry.views.add(views) }
}
