import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneTesting

/// Checks scripts, each by itself and all together.
///
/// Plugins are registered once, and every script is loaded once.
struct CheckSession {
    /// A file with the results so far.
    struct File {
        let path: String
        let model: ScriptModel?
        /// The declared delegate, if the file is a script that loads.
        let delegate: Delegate?
    }

    private let registry: Registry
    private let grantKinds: [GrantKind]
    private let log: any LogSink
    /// The outputs that the configuration declares; `nil` without one.
    private let outputs: [String]?
    /// Reads a script with its configuration.
    private let read: (String) throws(PeriluneError) -> Script
    /// The host API by folder; tests have an additional module.
    private var folders: [String: HostAPI] = [:]
    private(set) var files: [File] = []
    private(set) var findings: [CheckFinding] = []

    init(
        _ plugins: [any Plugin], order: DelegateOrder, outputs: [String]?, log: any LogSink,
        read: @escaping (String) throws(PeriluneError) -> Script
    ) throws(PeriluneError) {
        var registry = Registry()
        registry.order = order
        for plugin in plugins { try registry.register(plugin) }
        self.registry = registry
        grantKinds = plugins.flatMap(\.grantKinds)
        self.read = read
        self.log = log
        self.outputs = outputs
    }

    var errors: Int { findings.count { $0.isError } }
    var warnings: Int { findings.count { $0.severity == .warning } }

    /// Checks one file; `isModule` for a file that does not return a delegate.
    mutating func check(_ path: String, isModule: Bool) throws(PeriluneError) {
        let script: Script
        do throws(PeriluneError) {
            script = try read(path)
        } catch {
            // Other files are still checked.
            findings.append(CheckFinding(error, in: path))
            files.append(File(path: path, model: nil, delegate: nil))
            return
        }
        var checker = ScriptChecker(api: try api(besides: path))
        if isModule { checker.disabledRules.insert("no-delegate") }
        var model: ScriptModel
        do throws(Diagnostic) {
            model = try ScriptModel(script.source, api: checker.api)
        } catch {
            findings.append(CheckFinding(error, in: path))
            files.append(File(path: path, model: nil, delegate: nil))
            return
        }
        addFiles(requiredBy: &model, of: script)
        let own = checker.check(model).map { CheckFinding($0, in: path) }
        findings += own
        findings += CheckGrants.missingGrants(in: model, script)
        var delegate: Delegate?
        // Only the loader finds other errors: those of the file's top level, and invalid patterns.
        if !isModule, !own.contains(where: \.isError) {
            delegate = load(script)
        }
        files.append(File(path: path, model: model, delegate: delegate))
    }

    /// Adds the files that a script requires, directly or through others, and what they define.
    private func addFiles(requiredBy model: inout ScriptModel, of script: Script) {
        var required = model.requirements.map(\.module)
        var seen: Set<String> = []
        while let name = required.popLast() {
            guard model.api.modules[name] == nil, seen.insert(name).inserted,
                let source = try? script.companions.source(name)
            else { continue }
            model.api.scriptModules.insert(name)
            guard let file = try? ScriptModel(source, api: model.api) else { continue }
            model.api.add(file.additions)
            required += file.requirements.map(\.module)
        }
    }

    private mutating func load(_ script: Script) -> Delegate? {
        do throws(PeriluneError) {
            let delegate = try script.declare(modules: registry.modules, log: log)
            try registry.check(delegate, in: script.path)
            return delegate
        } catch {
            findings.append(CheckFinding(script.locating(error), in: script.path))
            return nil
        }
    }

    /// Checks all scripts together for those that never get an event, and those that take events of others.
    mutating func checkTogether(maximumOverlaps: Int) {
        findings += CheckConflicts(files, registry).findings(limit: maximumOverlaps)
    }

    /// Finds grants of the configuration that no script uses.
    mutating func check(_ configuration: Configuration) {
        findings += CheckGrants(configuration, registry.modules, grantKinds).findings(files)
    }

    /// Adds mistakes in the configuration.
    mutating func add(_ problems: [PeriluneError], in configuration: String) {
        findings += problems.map { CheckFinding($0, in: configuration) }
    }

    /// Compares the scripts with the events of logs; returns how many lines are not events.
    mutating func check(against logs: [String], codec: (any Codec)?) throws(PeriluneError) -> Int {
        let reader = ShapeReader(codec: codec)
        let scripts = files.filter { $0.delegate != nil }
        reader.interests = try InterestCounter(scripts.compactMap(\.delegate), in: registry)
        for log in logs { try reader.read(log: log) }
        guard reader.shape.events > 0 else {
            throw PeriluneError(
                "log.empty", "the log contains no events", at: .init(file: logs.first),
                hint: reader.skipped > 0
                    ? LogHint.general : nil)
        }
        var published: Set<String> = []
        for file in files { published.formUnion(file.model?.publishedTypes ?? []) }
        let against = AgainstLog(reader.shape, published: published) { pattern, type in
            (try? TypePattern(pattern))?.matches(type) ?? false
        }
        for file in files where !ScriptFiles.isTest(file.path) {
            guard let model = file.model else { continue }
            findings += against.check(model).map { CheckFinding($0, in: file.path) }
        }
        for (number, script) in scripts.enumerated() {
            guard let interests = reader.interests, interests.counts[number] == 0,
                let reason = interests.reasons[number],
                let finding = CheckConflicts.unmet(script, reason)
            else { continue }
            findings.append(finding)
        }
        return reader.skipped
    }

    /// The findings in the order of the files and lines.
    var ordered: [CheckFinding] {
        let order = Dictionary(
            files.enumerated().map { ($0.element.path, $0.offset) }
        ) { first, _ in first }
        return findings.enumerated().sorted { one, other in
            let places = [one, other].map { (number, finding) in
                (
                    order[finding.file] ?? files.count, finding.line ?? 0, finding.column ?? 0,
                    number
                )
            }
            return places[0] < places[1]
        }.map(\.element)
    }

    private mutating func api(besides path: String) throws(PeriluneError) -> HostAPI {
        let folder = FilePath.folder(of: path)
        let isTest = ScriptFiles.isTest(path)
        let key = isTest ? folder + TestFile.suffix : folder
        if let known = folders[key] { return known }
        var registry = registry
        if isTest { try registry.add(TestRunner.module) }
        var api = HostAPI(
            registry, scriptModules: TextFile.luaFiles(in: FilePath.folder(of: path)))
        api.outputs = outputs
        folders[key] = api
        return api
    }
}
