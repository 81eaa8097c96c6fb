import Perilune
import PeriluneCore
import PeriluneLua
import PeriluneStore
import Testing

/// Runs scripts through a host, as an embedder would.
struct Lab {
    var limits = ScriptLimits(time: .milliseconds(2000))
    var modules: [HostModule] = []
    var store: any StateStore = MemoryStateStore()
    var log: any LogSink = SilentLog()
    var seed: UInt64 = 0

    func host(_ scripts: Script...) async throws -> Host {
        var options = HostOptions()
        options.seed = seed
        return try await Host(options: options, store: store, log: log) {
            Modules(modules: modules)
            scripts.map { Component.script($0) }
        }
    }

    func script(_ source: String, name: String = "rule.lua") -> Script {
        Script(name: name, source: source, limits: limits)
    }

    /// A script whose `execute` is `body`, with the usual modules at hand.
    func rule(_ body: String, before: String = "", fields: String = "") -> Script {
        script(
            """
            local json, time, log = require "json", require "time", require "log"
            \(before)
            return { \(fields) on = "test.*", execute = function(event, commander)
            \(body)
            end }
            """)
    }

    /// Decides events by one script.
    func run(_ script: Script, _ events: [Event]) async throws -> Host.Results {
        try await host(script).process(all: events)
    }

    /// What `execute` emits for one event, a line each; throws what failed.
    func emitted(
        _ body: String, before: String = "", _ data: String = "{}"
    ) async throws
        -> [String]
    {
        let results = try await run(rule(body, before: before), [.test(data)])
        if let error = results.records.first?.error { throw error }
        return results.lines
    }

    /// The value of a Lua expression over an event with this data, as JSON.
    func value(of expression: String, _ data: String = "{}") async throws -> String {
        try await emitted("commander:emit(\(expression))", data).first ?? ""
    }

    /// The error of a script's body of `execute`.
    func error(
        _ body: String, before: String = "", _ data: String = "{}"
    ) async throws
        -> PeriluneError
    {
        let results = try await run(rule(body, before: before), [.test(data)])
        return try #require(results.records.first?.error)
    }

    /// The error with which a file does not load.
    func loadError(_ source: String) async throws -> PeriluneError {
        do {
            _ = try await host(script(source))
        } catch let error as PeriluneError {
            return error
        }
        throw Missing.loadError
    }

    enum Missing: Error { case loadError }
}

private struct Modules: Plugin {
    let modules: [HostModule]
    let name = "modules"

    func register(in registry: inout Registry) throws(PeriluneError) {
        for module in modules { try registry.add(module) }
    }
}

extension Event {
    /// An event of the type `test.event` with this JSON as its data.
    static func test(_ data: String, id: String = "1", source: String = "lab") -> Event {
        Event(
            json: Array(
                #"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"test.event","data":\#(data)}"#
                    .utf8))
    }
}

extension Host.Results {
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The emitted values, a line each.
    var lines: [String] { text.split(separator: "\n").map { String($0) } }
}
