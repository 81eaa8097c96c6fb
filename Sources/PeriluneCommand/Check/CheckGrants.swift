import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// Finds grants of the configuration that no script can use.
struct CheckGrants {
    private let configuration: Configuration
    /// The grants that modules need, or may ask for when they are used, by the names of the modules.
    private let needs: [String: Set<String>]
    private let modules: Set<String>

    init(_ configuration: Configuration, _ modules: [HostModule], _ kinds: [GrantKind]) {
        self.configuration = configuration
        self.modules = Set(modules.map(\.name))
        var needs: [String: Set<String>] = [:]
        for module in modules {
            if let grant = module.grant { needs[module.name, default: []].insert(grant) }
        }
        for kind in kinds {
            for module in kind.modules { needs[module, default: []].insert(kind.name) }
        }
        self.needs = needs
    }

    /// A finding for each unused grant; only for tables of grants whose scripts are all known.
    func findings(_ files: [CheckSession.File]) -> [CheckFinding] {
        var findings: [CheckFinding] = []
        for part in parts {
            let entries = configuration.entries.filter { $0.grantsPart == part }
            guard let granted = entries.first?.grants.granted, !granted.isEmpty,
                let used = used(by: entries.flatMap(\.files), files)
            else { continue }
            for grant in granted.keys.sorted() where !used.contains(grant) {
                findings.append(finding(grant, "\(part).\(grant)", entries.flatMap(\.files)))
            }
        }
        return findings
    }

    /// The finding for a script that sends requests without a grant.
    static func missingGrants(in model: ScriptModel, _ script: Script) -> [CheckFinding] {
        guard script.grants.granted == nil,
            let position = model.requirements.first(where: {
                $0.module == CommandPlugins.moduleOfRequests
            })?.position
        else { return [] }
        return [
            CheckFinding(
                Diagnostic(
                    code: "missing-grant", severity: .warning, position: position,
                    sourceLine: model.tree.lines.text(ofLine: position.line) ?? "",
                    message: "no grant lets the script send HTTP requests, so each one will fail",
                    hint:
                        "add to perilune.lua: grants = { http = { \"GET api.example.com\" } }, with the hosts and methods of the requests"
                ), in: script.path)
        ]
    }

    /// The tables of grants in the order of the file, each once.
    private var parts: [String] {
        var seen: Set<String> = []
        return configuration.entries.compactMap(\.grantsPart).filter { seen.insert($0).inserted }
    }

    /// The grants that scripts use; `nil` if this cannot be determined for one of them.
    private func used(by paths: [String], _ files: [CheckSession.File]) -> Set<String>? {
        var used: Set<String> = []
        for path in paths {
            let absolute = FilePath.absolute(path)
            guard let file = files.first(where: { FilePath.absolute($0.path) == absolute }),
                let model = file.model, let grants = grants(of: model, path)
            else { return nil }
            used.formUnion(grants)
        }
        return used
    }

    /// What a script and the files that it requires make use of.
    private func grants(of model: ScriptModel, _ script: String) -> Set<String>? {
        let folder = FilePath.folder(of: script)
        var used: Set<String> = []
        var models = [model]
        var seen: Set<String> = []
        var next = 0
        while next < models.count {
            let model = models[next]
            next += 1
            guard !model.requiresComputedNames else { return nil }
            for module in model.requirements.map(\.module) where seen.insert(module).inserted {
                used.formUnion(needs[module] ?? [])
                guard !modules.contains(module),
                    let file = Script.companionFile(module, in: folder),
                    let source = try? ScriptFiles.module(file, of: script, limit: 1 << 20)
                else { continue }
                guard let companion = try? ScriptModel(source) else { return nil }
                models.append(companion)
            }
        }
        if seen.contains("snapshot") {
            for model in models { used.formUnion(Self.targets(of: model)) }
        }
        return used
    }

    /// The targets of pictures, if they are literals; otherwise all targets.
    private static func targets(of model: ScriptModel) -> Set<String> {
        let calls = model.calls(ofField: "share")
        return calls.reduce(into: []) { used, arguments in
            used.formUnion(CommandPlugins.grantsOfSharing(arguments.flatMap(options)))
        }
    }

    /// The names of a call's options; `nil` if they are not literals.
    private static func options(_ arguments: [Literal]) -> [String]? {
        switch arguments.dropFirst().first?.kind {
        case nil, .nil?: []
        case .table(let entries)?: entries.compactMap(\.name)
        default: nil
        }
    }

    private func finding(_ grant: String, _ part: String, _ files: [String]) -> CheckFinding {
        let place = configuration.place(of: part)
        let who = files.count == 1 ? "\(files[0]) does not use it" : "no script uses it"
        let message = "'\(grant)' is granted, but \(who)"
        return CheckFinding(
            Diagnostic(
                code: "unused-grant", severity: .warning,
                position: Position(offset: 0, line: place.line ?? 1, column: place.column ?? 1),
                sourceLine: place.sourceLine ?? "", message: message,
                hint: "remove the grant, to limit what a mistake in a script can do"),
            in: configuration.file)
    }
}
