internal import Perilune
internal import PeriluneCore
internal import PeriluneLua

/// Runs one case of the kind that is a list: events in, differences out.
struct CaseRun {
    let test: TestCase
    let file: TestFile
    let environment: TestEnvironment
    let loadScript: @Sendable (String) throws(PeriluneError) -> Script

    /// What is wrong.
    func failures() async throws -> [Failure] {
        var plugins = environment.plugins
        var open: [(field: String, fixture: any OpenFixture)] = []
        for fixture in environment.fixtures {
            guard let value = test[fixture.field] else {
                plugins.append(fixture.plugin)
                continue
            }
            let opened = try await fixture.open(value, folder: file.folder)
            open.append((fixture.field, opened))
            plugins.append(opened.plugin)
        }
        let maker = CaseEvents(
            folder: file.folder, time: test["time"]?.string, link: environment.link)
        let events = try maker.events(test["events"] ?? [])
        let bench = try Bench(
            scripts: try scripts(), plugins: plugins,
            seed: UInt64(bitPattern: test["seed"]?.integer ?? 0))
        if let before = test["state"]?["before"]?.object { bench.put(state: before) }
        let outcome = try await bench.decide(events)
        var differences = Expectations(test).differences(outcome)
        if let after = test["state"]?["after"]?.object {
            differences += try Expectations.differences(state: after) { key throws(PeriluneError) in
                try bench.state(key)
            }
        }
        for (field, fixture) in open {
            differences += try await fixture.differences().map { difference in
                var difference = difference
                difference.path.insert(.name(field), at: 0)
                return difference
            }
        }
        return differences.map { Failure($0, at: test.place(of: $0.path)) }
    }

    private func scripts() throws(PeriluneError) -> [Script] {
        var paths = file.scripts
        if let named = test["scripts"]?.elements ?? test["script"].map({ [$0] }) {
            paths = []
            for name in named {
                guard let name = name.string else {
                    throw PeriluneError(
                        "test.case", "scripts is a list of files beside the test file",
                        at: test.place)
                }
                paths.append(name.hasPrefix("/") ? name : file.folder + name)
            }
        }
        if paths.isEmpty {
            throw PeriluneError(
                "test.case", "no script lies beside \(file.name)", at: test.place,
                hint: "scripts = { \"other.lua\" } names those that the case is about")
        }
        var scripts: [Script] = []
        for path in paths { scripts.append(try loadScript(path)) }
        return scripts
    }
}
