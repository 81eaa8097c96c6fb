import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct RegistryTests {
    @Test func twoModulesOfOneNameAreRefused() throws {
        var registry = Registry()
        try registry.add(HostModule("crm", "Requests."))
        #expect(throws: PeriluneError("plugin.duplicate", "two plugins provide the module 'crm'")) {
            try registry.add(HostModule("crm", "Others."))
        }
    }

    @Test func twoConditionsOfOneNameAreRefused() {
        var registry = Registry()
        #expect(
            throws: PeriluneError("plugin.duplicate", "two plugins provide the condition 'where'")
        ) {
            try registry.add(FieldTests())
        }
    }
}

struct PluginConformanceTests {
    @Test func goodPluginHasNoProblems() {
        #expect(PluginConformance.check(GoodPlugin()) == [])
    }

    @Test func everyBrokenRuleIsNamed() {
        #expect(
            PluginConformance.check(BadPlugin()) == [
                "the plugin's name 'Bad_Plugin' is not in kebab-case",
                "the default handler's name 'No Kebab' is not in kebab-case",
                "the default handler 'No Kebab' has no types",
                "the module's name 'b-d' is not a Lua name",
                "b-d has no summary", "b-d declares a name twice", "b-d.f has no summary",
                "b-d.f has a parameter without a summary",
                "b-d.f has a required parameter after an optional one",
                "b-d.f has no summary", "a delegate has no name",
            ])
    }

    @Test func pluginThatDoesNotRegisterIsAProblem() {
        struct Failing: Plugin {
            let name = "failing"
            func register(in registry: inout Registry) throws(PeriluneError) { throw broken }
        }
        #expect(
            PluginConformance.check(Failing()) == [
                "the plugin cannot be registered: attempt to index a nil value"
            ])
    }
}

private struct GoodPlugin: Plugin {
    let name = "good-2"

    func register(in registry: inout Registry) throws(PeriluneError) {
        registry.add(Navigator())
        try registry.add(
            HostModule(
                "good", "All is well.",
                [
                    HostFunction(
                        "f", "Does it.",
                        [.init("a", .any, "one"), .init("b", .any, optional: true, "two")],
                        .sync { _, _ in nil })
                ]))
    }
}

private struct BadPlugin: Plugin {
    let name = "Bad_Plugin"

    func register(in registry: inout Registry) throws(PeriluneError) {
        registry.add(Navigator(name: "No Kebab", types: []))
        registry.add(
            Delegate(name: "", interests: Interests()) { _ throws(PeriluneError) in throw broken })
        try registry.add(
            HostModule(
                "b-d", "",
                [
                    HostFunction(
                        "f", "", [.init("a", .any, optional: true, ""), .init("b", .any, "two")],
                        .native), HostFunction("f", "", [], .native),
                ]))
    }
}
