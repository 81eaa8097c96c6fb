import Perilune
import Synchronization
import Testing

/// A plugin that throws while it registers.
struct FailingPluginTests {
    private struct Failing: Plugin {
        let name = "failing"
        var isLate = false

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(HostModule("half", "What is registered before it fails."))
            registry.addLater("late") { _, _ throws(PeriluneError) in
                throw PeriluneError("a.b", "too late")
            }
            if !isLate { throw PeriluneError("a.b", "no luck") }
        }
    }

    @Test func theHostFailsAndNamesThePlugin() async throws {
        let error = await #expect(throws: PeriluneError.self) { try await Host { Failing() } }
        #expect(error?.message == "plugin 'failing': no luck")
        let late = await #expect(throws: PeriluneError.self) {
            try await Host { Failing(isLate: true) }
        }
        #expect(late?.message == "plugin 'failing': too late")
    }

    @Test(arguments: [false, true])
    func anOptionalPluginIsReportedAndLeftOut(_ isLate: Bool) async throws {
        let reported = Mutex<[String]>([])
        let host = try await Host {
            OptionalPlugin(Failing(isLate: isLate)) { error in
                reported.withLock { $0.append(error.message) }
            }
        }
        #expect(
            reported.withLock(\.self) == ["plugin 'failing': \(isLate ? "too late" : "no luck")"])
        #expect(host.registry.modules.map(\.name) == (isLate ? ["half"] : []))
    }

    @Test func twoPluginsWithOneModuleAreNamed() async throws {
        struct Other: Plugin {
            let name: String

            func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(HostModule("same", "One of two."))
            }
        }
        let error = await #expect(throws: PeriluneError.self) {
            try await Host {
                Other(name: "one")
                Other(name: "two")
            }
        }
        #expect(error?.message == "plugin 'two': two plugins provide the module 'same'")
    }
}
