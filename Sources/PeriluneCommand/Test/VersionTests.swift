import Arguments
import Perilune
import PeriluneCore
import PeriluneLua
import PeriluneTesting

/// The tests of scripts, as a running command asks them before it takes a new version.
enum VersionTests {
    static let option: Option = .setting(
        .reloadTests, "Reload scripts without running their tests.")

    /// Throws where a test of scripts fails, unless tests are left out.
    static func run(
        _ scripts: [Script], beside others: [Script] = [], _ values: Values, _ host: Host,
        plugins: [any Plugin]? = nil
    ) async throws(PeriluneError) {
        if values.flag(option.name) { return }
        try await runner(host, plugins ?? host.plugins).check(scripts, beside: others)
    }

    /// What `perilune test` runs in, with the plugins that the host has besides.
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
