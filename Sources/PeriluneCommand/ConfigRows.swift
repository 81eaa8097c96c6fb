import Arguments
import Glibc
import Perilune
import PeriluneCore
import PeriluneLua

/// A setting that holds, and where it comes from.
struct ConfigRow {
    enum Origin {
        case byDefault
        case file(PeriluneError.Place)
        case environment(String)
        case option(String)
    }

    let name: String
    /// `nil` where nothing is set.
    let setting: Value?
    let origin: Origin
    /// What holds in words, where nothing is set.
    var absent = "none"

    /// For a machine.
    var value: Value {
        var members: [(String, Value)] = [("name", .string(name)), ("value", setting ?? .null)]
        switch origin {
        case .byDefault: members.append(("from", "default"))
        case .file(let place):
            members.append(("from", "file"))
            if let file = place.file { members.append(("file", .string(file))) }
            if let line = place.line { members.append(("line", .integer(Int64(line)))) }
        case .environment(let name):
            members += [("from", "environment"), ("variable", .string(name))]
        case .option(let name): members += [("from", "option"), ("option", .string(name))]
        }
        return .object(.init(members))
    }

    /// For a person.
    var shown: String {
        switch setting {
        case nil: absent
        case .string(let text): text
        case let value?: value.json
        }
    }

    var shownOrigin: String {
        switch origin {
        case .byDefault: return "default"
        case .file(var place):
            place.column = nil
            return place.description
        case .environment(let name): return "environment \(name)"
        case .option(let name): return "--\(name)"
        }
    }
}

/// Every setting of a command line with its configuration.
struct ConfigRows {
    private let values: Values
    private let configuration: Configuration?
    private(set) var rows: [ConfigRow] = []

    init(_ values: Values) throws {
        self.values = values
        configuration = values.project?.configuration
        addScripts()
        for setting in Setting.all { add(setting) }
        for plugin in ["crm", "sharing"] { addPlugin(plugin) }
        for plugin in ["charts", "login"] { addViews(plugin) }
        addPlugins("folders", configuration?.pluginFolders ?? [])
        addPlugins("libraries", configuration?.pluginLibraries ?? [])
    }

    /// Three columns: name, value, origin.
    static func text(_ rows: [ConfigRow]) -> String {
        let names = rows.map(\.name.count).max() ?? 0
        // One long value must not push all origins out of sight.
        let shown = rows.map(\.shown.count).filter { $0 <= 40 }.max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return rows.map { row in
            "\(padded(row.name, names))  \(padded(row.shown, shown))  \(row.shownOrigin)\n"
        }.joined().withoutControls
    }

    private mutating func add(_ setting: Setting) {
        let option = setting.option
        let declared = serveAction.command.options + processAction.command.options
        guard let declaration = declared.first(where: { $0.name == option }) else {
            let place = configuration?.place(of: setting.path)
            let value = configuration?.values[setting.path]
            rows.append(
                ConfigRow(
                    name: setting.path, setting: value,
                    origin: value.flatMap { _ in place.map { .file($0) } } ?? .byDefault))
            return
        }
        if values.isGiven(option) {
            let value: Value =
                switch setting.kind {
                case .flag: .bool(values.flag(option) != setting.isNegated)
                case .number: .integer(Int64(values.integer(option) ?? 0))
                default: .string(values.string(option) ?? "")
                }
            rows.append(ConfigRow(name: setting.path, setting: value, origin: .option(option)))
        } else if let value = configuration?.values[setting.path],
            let place = configuration?.place(of: setting.path)
        {
            rows.append(ConfigRow(name: setting.path, setting: value, origin: .file(place)))
        } else {
            let text = declaration.defaultText
            let number = text.flatMap { Int64($0) }.map { Value.integer($0) }
            let value: Value? =
                if case .flag = setting.kind { .bool(setting.isNegated) } else { number }
            rows.append(
                ConfigRow(
                    name: setting.path, setting: value, origin: .byDefault,
                    absent: text ?? "none"))
        }
    }

    private mutating func addScripts() {
        if values.isGiven("script") {
            for file in values.strings("script") {
                rows.append(
                    ConfigRow(name: "scripts", setting: .string(file), origin: .option("script")))
            }
            return
        }
        for entry in configuration?.entries ?? [] {
            for file in entry.files {
                rows.append(
                    ConfigRow(
                        name: "scripts", setting: .string(file + Self.details(entry)),
                        origin: .file(entry.place)))
            }
        }
    }

    private static func details(_ entry: ScriptEntry) -> String {
        var details: [String] = entry.isEnabled ? [] : ["switched off"]
        if let priority = entry.priority { details.append("priority \(priority)") }
        if let time = entry.limits.milliseconds { details.append("time \(time)") }
        if let memory = entry.limits.megabytes { details.append("memory \(memory)") }
        if let count = entry.limits.instructions { details.append("instructions \(count)") }
        if let granted = entry.grants.granted {
            let grants = granted.sorted { $0.key < $1.key }.map { grant, scopes in
                scopes.isEmpty ? grant : "\(grant) \(scopes.joined(separator: " "))"
            }
            details.append(
                "grants " + (grants.isEmpty ? "nothing" : grants.joined(separator: "; ")))
        }
        return details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    }

    private mutating func addPlugin(_ name: String) {
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
                let isReference = member.name == "env" || member.name == "file"
                addLeaves(
                    member.value, "\(part).\(member.name)",
                    isSecret: !isReference && (isSecret || EvaluatedFile.isSecret(member.name)),
                    of: configuration)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                addLeaves(
                    element, "\(part)[\(index + 1)]", isSecret: isSecret, of: configuration)
            }
        default:
            let text = value.string ?? ""
            let isReference = text.hasPrefix("env:") || text.hasPrefix("file:")
            rows.append(
                ConfigRow(
                    name: part, setting: isSecret && !isReference ? "****" : value,
                    origin: .file(configuration.place(of: part))))
        }
    }

    private mutating func addViews(_ name: String) {
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

    private mutating func addPlugins(_ name: String, _ entries: [PluginEntry]) {
        for entry in entries {
            let text = entry.path + (entry.isRequired ? "" : " (not required)")
            rows.append(
                ConfigRow(
                    name: "plugins.\(name)", setting: .string(text), origin: .file(entry.place)))
        }
    }
}
