import Arguments
import Perilune
import PeriluneCore
import PeriluneLua
import PeriluneTesting

/// The tests of scripts, which run before a running command activates a new version.
enum VersionTests {
    static let option: Option = .setting(
        .reloadTests, "Reload scripts without running their tests.")

    /// Throws if a test of the scripts fails, unless tests are disabled.
    static func run(
        _ scripts: [Script], beside others: [Script] = [], _ values: Values, _ host: Host,
        plugins: [any Plugin]? = nil
    ) async throws(PeriluneError) {
        if values.flag(option.name) { return }
        try await runner(host, plugins ?? host.plugins).check(scripts, beside: others)
    }

    /// The test runner, with the plugins of the host in addition to those of the command.
    private static func runner(_ host: Host, _ plugins: [any Plugin]) -> TestRunner {
        var environment = CommandPlugins.testEnvironment
        let known = Set(CommandPlugins.all.map(\.name))
        environment.plugins += plugins.filter { !known.contains($0.name) }
        var runner = TestRunner(environment)
        runner.order = host.registry.order
        runner.outputs = host.options.outputs.map(\.name)
        return runner
    }
}
