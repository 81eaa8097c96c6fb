import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

extension Terminal {
    /// Prints details of the scripts: their files and grants.
    func detail(_ scripts: [Script]) {
        for script in scripts { detail("script: \(script.path), \(Self.grants(script.grants))") }
    }

    private static func grants(_ grants: Grants) -> String {
        guard let granted = grants.granted else { return "granted everything" }
        if granted.isEmpty { return "granted nothing" }
        let texts = granted.sorted { $0.key < $1.key }.map { name, scopes in
            scopes.isEmpty ? name : "\(name) (\(scopes.joined(separator: ", ")))"
        }
        return "granted \(texts.joined(separator: ", "))"
    }
}

extension Values {
    /// The origin of an option's value: the command line, the environment, the configuration or the default.
    func origin(of option: String) -> String {
        if let variable = variables[option] { return "set by \(variable)" }
        if isGiven(option) { return "set by --\(option)" }
        guard let project, !strings(option).isEmpty else { return "the default" }
        return "set in \(project.configuration.file)"
    }
}
