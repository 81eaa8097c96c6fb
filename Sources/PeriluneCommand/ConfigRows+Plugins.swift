import Arguments
import Glibc
import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles

extension ConfigRows {
    mutating func addPlugin(_ name: String) {
        let part = "plugins.\(name)"
        if values.isGiven(name), let file = values.string(name) {
            rows.append(ConfigRow(name: part, setting: .string(file), origin: .option(name)))
        } else if name == "crm", unsafe getenv("CRM_URL") != nil {
            rows.append(
                ConfigRow(name: part, setting: "CRM_URL", origin: .environment("CRM_URL")))
        } else if let configuration, let settings = configuration.plugins[name] {
            switch settings {
            case .file(let file):
                let place = configuration.place(of: part)
                rows.append(ConfigRow(name: part, setting: .string(file), origin: .file(place)))
            case .table(let value): addLeaves(value, part, isSecret: false, of: configuration)
            }
        } else {
            rows.append(ConfigRow(name: part, setting: nil, origin: .byDefault))
        }
    }

    /// Each value of a table, with secrets masked; a reference is none.
    private mutating func addLeaves(
        _ value: Value, _ part: String, isSecret: Bool, of configuration: Configuration
    ) {
        switch value {
        case .object(let members):
            for member in members.pairs {
                let isReference = SecretReference.kinds.contains(member.name)
                addLeaves(
                    member.value, "\(part).\(member.name)",
                    isSecret: !isReference && (isSecret || MaskedLines.isSecret(member.name)),
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

    mutating func addViews(_ name: String) {
        let part = "plugins.\(name)"
        let files = values.strings(name)
        if files.isEmpty {
            rows.append(ConfigRow(name: part, setting: nil, origin: .byDefault))
        }
        let place = configuration?.place(of: part)
        for file in files {
            let origin: ConfigRow.Origin =
                values.isGiven(name) ? .option(name) : place.map { .file($0) } ?? .byDefault
            rows.append(ConfigRow(name: part, setting: .string(file), origin: origin))
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
