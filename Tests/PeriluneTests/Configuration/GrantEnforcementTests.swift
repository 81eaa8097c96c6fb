import Perilune
import PeriluneCore
import PeriluneLua
import Testing

struct GrantEnforcementTests {
    /// Brings a module that needs the grant `crm`.
    private struct Modules: Plugin {
        let name = "modules"

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(
                HostModule(
                    "crm", "Asks.", grant: "crm",
                    [
                        HostFunction(
                            "ask", "Asks.", [.init("name", .string, "whom")], returns: "string",
                            .sync { arguments, call throws(PeriluneError) in
                                let name = arguments[0].string
                                try call.grants.check(
                                    "crm", scope: name, use: "crm.ask", script: call.script)
                                return arguments[0]
                            })
                    ]))
        }
    }

    private func host(_ source: String, _ grants: Grants) throws -> Host {
        var script = Script(name: "a.lua", source: source)
        script.grants = grants
        return try Host(
            [.plugin(Modules()), .script(script)], options: HostOptions(),
            store: MemoryStateStore(), log: SilentLog())
    }

    private let none = Grants([:], at: .init(file: "perilune.lua", line: 4))

    @Test func requireWithoutTheGrantFailsAtLoad() throws {
        let error = #expect(throws: PeriluneError.self) {
            try host("local crm = require \"crm\"\nreturn { execute = function() end }", none)
        }
        #expect(error?.code == "script.grant")
        #expect(error?.place.description == "a.lua:1:21")
        #expect(
            error?.message == "require \"crm\" requires the grant 'crm', which a.lua does not have")
        #expect(error?.hint == "add it to grants in perilune.lua:4: crm = true")
    }

    @Test func requireInAFunctionFailsAtLoadToo() throws {
        let error = #expect(throws: PeriluneError.self) {
            try host(
                "return { execute = function()\n  require(\"crm\").ask(\"dev\")\nend }", none)
        }
        #expect(error?.code == "script.grant")
        #expect(error?.place.description == "a.lua:2:11")
    }

    @Test func requireOfAComputedNameFailsAtRunTime() async throws {
        let host = try host(
            "return { on = 'x', execute = function() require('c' .. 'rm').ask('dev') end }", none)
        let record = try await host.process(Event(id: "1", source: "s", type: "x"))
        #expect(record.outcome == .failed)
        #expect(record.error?.code == "script.grant")
        #expect(record.error?.place.line == 1)
    }

    @Test func scopesAreEnforced() async throws {
        let grants = Grants(["crm": ["dev"]], at: .init(file: "perilune.lua", line: 4))
        let source = """
            local crm = require "crm"
            return { on = "x", execute = function(event) crm.ask(event.data) end }
            """
        let host = try host(source, grants)
        let fine = try await host.process(Event(id: "1", source: "s", type: "x", data: "dev"))
        #expect(fine.outcome == .handled)
        let refused = try await host.process(Event(id: "2", source: "s", type: "x", data: "prod"))
        #expect(refused.error?.code == "script.grant")
        #expect(refused.error?.hint == "perilune.lua:4 grants crm for dev; add \"prod\" to them")
    }

    @Test func withoutAConfigurationEverythingIsGranted() async throws {
        let host = try host(
            "return { on = 'x', execute = function() require('crm').ask('prod') end }", .all)
        let record = try await host.process(Event(id: "1", source: "s", type: "x"))
        #expect(record.outcome == .handled)
    }
}
