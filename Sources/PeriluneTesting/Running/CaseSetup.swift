internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneLua

/// The prepared environment of a case.
struct CaseSetup: Sendable {
    let test: TestCase
    /// The paths of the scripts under test.
    let scripts: [String]
    let maker: CaseEvents
    /// The answers to effects; `nil` if the case declares none.
    let answers: PreparedAnswers?
    private let open: [(field: String, fixture: any OpenFixture)]

    /// Whether the case can share a host with others.
    var isPlain: Bool { open.isEmpty && answers == nil && test["seed"] == nil }

    init(_ test: TestCase, _ file: TestFile, _ runner: TestRunner) async throws {
        self.test = test
        let environment = runner.environment
        maker = CaseEvents(
            folder: file.folder, time: test["time"]?.string, link: environment.link,
            codec: environment.codec, filesRead: runner.filesRead)
        scripts = try Self.scripts(test, file)
        answers = Self.answers(test)
        var open: [(field: String, fixture: any OpenFixture)] = []
        for fixture in environment.fixtures {
            guard let value = test[fixture.field] else { continue }
            open.append((fixture.field, try await fixture.open(value, folder: file.folder)))
        }
        self.open = open
    }

    /// Makes a host with the scripts and the opened fixtures.
    func scriptHost(_ runner: TestRunner) throws(PeriluneError) -> ScriptHost {
        let environment = runner.environment
        let closed = environment.fixtures.filter { test[$0.field] == nil }
        let plugins = environment.plugins + open.map(\.fixture.plugin) + closed.map(\.plugin)
        return try runner.scriptHost(
            scripts, plugins: plugins, seed: UInt64(bitPattern: test["seed"]?.integer ?? 0))
    }

    /// The failures that the fixtures report.
    func failures() async throws -> [Failure] {
        var failures: [Failure] = []
        for (field, fixture) in open {
            for var difference in try await fixture.differences() {
                difference.path.insert(.name(field), at: 0)
                failures.append(Failure(difference, at: test.place(of: difference.path)))
            }
        }
        return failures
    }

    private static func answers(_ test: TestCase) -> PreparedAnswers? {
        let crm = test["crm"]?["answers"]?.object ?? test["crm"]?["calls"].map { _ in .init() }
        let all = test["answers"]?.object
        if crm == nil, all == nil, test["calls"] == nil { return nil }
        let book = PreparedAnswers()
        if let all { book.declare(all) }
        if let crm { book.declare(crm, prefix: "crm.") }
        return book
    }

    private static func scripts(
        _ test: TestCase, _ file: TestFile
    ) throws(PeriluneError) -> [String] {
        guard let named = test["scripts"]?.elements ?? test["script"].map({ [$0] }) else {
            return file.scripts
        }
        var paths: [String] = []
        for name in named {
            guard let name = name.string else {
                throw PeriluneError(
                    "test.case", "scripts must be a list of files beside the test file",
                    at: test.place)
            }
            paths.append(FilePath.join(file.folder, name))
        }
        return paths
    }
}
