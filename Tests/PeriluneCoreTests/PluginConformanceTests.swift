import PeriluneTestKit
import Synchronization
import Testing

@testable import PeriluneCore

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

/// The rules that `perilune plugin check` names, each with a plugin that breaks it and nothing else.
struct PluginRuleTests {
    private struct Registering: Plugin {
        let name = "registering"
        let body: @Sendable (inout Registry) throws(PeriluneError) -> Void

        init(_ body: @escaping @Sendable (inout Registry) throws(PeriluneError) -> Void) {
            self.body = body
        }

        func register(in registry: inout Registry) throws(PeriluneError) { try body(&registry) }
    }

    private func problems(_ command: PluginCommand) -> [String] {
        PluginConformance.check(
            Registering { (registry) throws(PeriluneError) in try registry.add(command) })
    }

    private func problems(_ function: HostFunction, module: String = "m") -> [String] {
        PluginConformance.check(
            Registering { (registry) throws(PeriluneError) in
                try registry.add(HostModule(module, "All is well.", [function]))
            })
    }

    @Test(arguments: ["show", "quota show", "quota-2 show-all"])
    func aCommandHasOneOrTwoWordsInKebabCase(_ name: String) {
        #expect(problems(PluginCommand(name, "Show it") { _ in 0 }) == [])
    }

    @Test(arguments: [
        "", "quota show all", "Show", "show_all", "show ", "2nd", "show--all", "a b-",
    ])
    func anotherNameOfACommandIsAProblem(_ name: String) {
        #expect(
            problems(PluginCommand(name, "Show it") { _ in 0 }) == [
                "the command '\(name)' is not one or two words in kebab-case"
            ])
    }

    @Test(arguments: ["", "Show it."]) func aCommandNeedsASummaryWithoutAFullStop(_ text: String) {
        #expect(
            problems(PluginCommand("show", text) { _ in 0 }) == [
                "the summary of the command 'show' is missing or ends in a full stop"
            ])
    }

    /// The tool declares `--help` for each command.
    @Test(arguments: [["all", "all"], ["help"]]) func anOptionIsDeclaredOnce(_ names: [String]) {
        let options = names.map { PluginCommand.Option($0, .flag, "It is given.") }
        #expect(
            problems(PluginCommand("show", "Show it", options: options) { _ in 0 }) == [
                "the command 'show' declares an option twice"
            ])
        #expect(
            problems(
                PluginCommand("show", "Show it", options: [.init("all", .flag, "All.")]) { _ in 0 })
                == [])
    }

    @Test(arguments: ["f", "f2", "_f", "readAll", "Z"]) func aLuaNameIsTheNameOfAFunction(
        _ name: String
    ) {
        #expect(problems(HostFunction(name, "Does it.", [], .native)) == [])
    }

    @Test(arguments: ["", "2f", "f-g", "f.g", "é"]) func anotherNameOfAFunctionIsAProblem(
        _ name: String
    ) {
        #expect(
            problems(HostFunction(name, "Does it.", [], .native)) == ["m.\(name) is not a Lua name"]
        )
    }

    @Test func requiredParametersComeBeforeOptionalOnes() {
        func function(_ optional: Bool...) -> HostFunction {
            HostFunction(
                "f", "Does it.",
                optional.enumerated().map { .init("p\($0)", .any, optional: $1, "One.") }, .native)
        }
        #expect(problems(function(false, false, true, true)) == [])
        #expect(problems(function(true)) == [])
        #expect(
            problems(function(false, true, false)) == [
                "m.f has a required parameter after an optional one"
            ])
    }

    @Test func aTypeOfEventsNeedsASummary() {
        let plugin = Registering { registry in
            registry.add(EventType("a.b", "Something happened."))
            registry.add(EventType("a.c", ""))
        }
        #expect(PluginConformance.check(plugin) == ["the event type 'a.c' has no summary"])
    }

    @Test func aConditionIsALuaName() {
        struct Dimension: InterestDimension {
            let field = "is-large"
            func index(
                _ declarations: [InterestDeclaration]
            ) throws(PeriluneError) -> any InterestIndex { throw broken }
        }
        let plugin = Registering { (registry) throws(PeriluneError) in try registry.add(Dimension())
        }
        #expect(
            PluginConformance.check(plugin) == [
                "the condition 'is-large' is not a Lua name, so scripts cannot write is-large = ..."
            ])
    }

    @Test func namesOfSinksAreInKebabCase() {
        struct Sink: RecordSink {
            let name: String
            func write(_ batch: RecordBatch) {}
        }
        let plugin = Registering { (registry) throws(PeriluneError) in
            try registry.add(Sink(name: "to-disk"))
            try registry.add(Sink(name: "To_Disk"))
        }
        #expect(PluginConformance.check(plugin) == ["the name 'To_Disk' is not in kebab-case"])
    }

    /// A server registers its plugins again when it is reloaded.
    @Test func aPluginThatRegistersSomethingElseTheSecondTimeIsAProblem() {
        let times = Mutex(0)
        let plugin = Registering { registry in
            let time = times.withLock { times in
                times += 1
                return times
            }
            registry.add(EventType("a.\(time)", "Something happened."))
        }
        #expect(
            PluginConformance.check(plugin) == [
                "registering the plugin with two hosts gives different results; a plugin must be a value"
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
