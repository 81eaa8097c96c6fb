import Arguments
import Glibc
import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles

extension ConfigRows {
    mutating func addPlugin(_ name: String) {
        let part = "plugins.\(name)"
        let variable = CommandPlugins.configurations.first { $0.section == name }?
            .environmentVariable
        func add(_ files: [String], _ origin: ConfigRow.Origin) {
            rows += files.map {
                ConfigRow(name: part, setting: .string($0), origin: origin)
            }
        }
        if values.isGiven(name) {
            add(values.strings(name), origin(of: name))
        } else if let variable, unsafe getenv(variable) != nil {
            add([variable], .environment(variable))
        } else if let configuration, let settings = configuration.plugins[name] {
            switch settings {
            case .files(let files): add(files, .file(configuration.place(of: part)))
            case .table(let value): addLeaves(value, part, isSecret: false, of: configuration)
            }
        } else {
            rows.append(ConfigRow(name: part, setting: nil, origin: .byDefault))
        }
    }

    /// Adds each value of a table, with secrets masked; references to secrets are shown.
    private mutating func addLeaves(
        _ value: Value, _ part: String, isSecret: Bool, of configuration: Configuration
    ) {
        switch value {
        case .object(let members):
            for member in members.pairs {
                let isReference = SecretReference.kinds.contains(member.name)
                addLeaves(
                    member.value, "\(part).\(member.name)",
                    isSecret: !isReference
                        && (isSecret || MaskedLines.isSecret(member.name)
                            || Redaction.isSecret(member.name)),
                    of: configuration)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                addLeaves(
                    element, "\(part)[\(index + 1)]", isSecret: isSecret, of: configuration)
            }
        default:
            let text = value.string ?? ""
            let isReference = SecretReference.isReference(text)
            rows.append(
                ConfigRow(
                    name: part, setting: isSecret && !isReference ? "****" : value,
                    origin: .file(configuration.place(of: part))))
        }
    }

    mutating func addPlugins(_ name: String, _ entries: [PluginEntry]) {
        for entry in entries {
            let text = entry.path + (entry.isRequired ? "" : " (not required)")
            rows.append(
                ConfigRow(
                    name: "plugins.\(name)", setting: .string(text), origin: .file(entry.place)))
        }
    }
}
