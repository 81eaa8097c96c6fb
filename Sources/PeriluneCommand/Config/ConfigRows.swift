import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

/// Every setting of a command line with its configuration.
struct ConfigRows {
    let values: Values
    let configuration: Configuration?
    var rows: [ConfigRow] = []

    init(_ values: Values) throws {
        self.values = values
        configuration = values.project?.configuration
        addScripts()
        for setting in Setting.all { add(setting) }
        for section in CommandPlugins.sections { addPlugin(section.name) }
        addPlugins("folders", configuration?.pluginFolders ?? [])
        addPlugins("libraries", configuration?.pluginLibraries ?? [])
    }

    /// Three columns: name, value, origin.
    static func text(_ rows: [ConfigRow]) -> String {
        let names = rows.map(\.name.count).max() ?? 0
        // A single long value must not move all origins off the screen.
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
        if setting.isOption, values.isGiven(option) {
            let value: Value =
                switch setting.kind {
                case .flag: .bool(values.flag(option) != setting.isNegated)
                case .number: .integer(Int64(values.integer(option) ?? 0))
                case .texts, .outputs: .array(values.strings(option).map { .string($0) })
                default: .string(values.string(option) ?? "")
                }
            rows.append(ConfigRow(name: setting.path, setting: value, origin: origin(of: option)))
        } else if case .outputs = setting.kind, let outputs = configuration?.outputs,
            !outputs.isEmpty
        {
            for output in outputs {
                let name = "outputs.\(output.name)"
                let place = configuration?.place(of: name) ?? .init()
                let text = String(output.text.dropFirst(output.name.count + 1))
                rows.append(ConfigRow(name: name, setting: .string(text), origin: .file(place)))
            }
        } else if let value = configuration?.values[setting.path],
            let place = configuration?.place(of: setting.path)
        {
            rows.append(ConfigRow(name: setting.path, setting: value, origin: .file(place)))
        } else {
            let value: Value? =
                if case .flag = setting.kind {
                    .bool(setting.isNegated)
                } else {
                    Int64(setting.defaultText).map { .integer($0) }
                }
            rows.append(
                ConfigRow(
                    name: setting.path, setting: value, origin: .byDefault,
                    absent: setting.defaultText))
        }
    }

    /// The origin of an option's value.
    func origin(of option: String) -> ConfigRow.Origin {
        values.variables[option].map { .environment($0) } ?? .option(option)
    }

    private mutating func addScripts() {
        if values.isGiven("script") {
            for file in values.strings("script") {
                rows.append(
                    ConfigRow(
                        name: "scripts", setting: .string(file), origin: origin(of: "script")))
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
        if let rules = entry.url?.array {
            details.append("url \(rules.compactMap(\.string).joined(separator: " "))")
        }
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
}
