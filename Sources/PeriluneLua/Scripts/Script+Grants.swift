internal import LuaSyntax
internal import PeriluneCore

extension Script {
    /// Whether the grants cover a module.
    func mayRequire(_ module: HostModule) -> Bool {
        module.grant.map { grants.allows($0) } ?? true
    }

    /// Throws if the grants do not cover a module.
    func checkGrant(_ module: HostModule) throws(PeriluneError) {
        guard let grant = module.grant else { return }
        try grants.check(grant, use: "require \"\(module.name)\"", script: name)
    }

    /// Throws if the file requires a module anywhere that it is not granted, so that the error appears before the
    /// first event.
    func checkRequirements(of modules: [HostModule]) throws(PeriluneError) {
        let withheld = modules.filter { !mayRequire($0) }
        // A file that does not compile has its own error.
        guard !withheld.isEmpty, let model = try? ScriptModel(source) else { return }
        for requirement in model.requirements {
            guard let module = withheld.first(where: { $0.name == requirement.module }) else {
                continue
            }
            do throws(PeriluneError) {
                try checkGrant(module)
            } catch {
                var error = error
                let position = requirement.position
                error.place = .init(
                    file: path, line: position.line, column: position.column,
                    sourceLine: model.tree.lines.text(ofLine: position.line))
                throw error
            }
        }
    }
}
