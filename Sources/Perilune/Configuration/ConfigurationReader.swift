import PeriluneCore
import PeriluneFiles
import PeriluneLua

extension PeriluneError.Code {
    /// The file does not run.
    static let configurationLua: Self = "configuration.lua"
    /// A name that is no setting.
    static let configurationName: Self = "configuration.name"
    /// A value of another type than is needed.
    static let configurationType: Self = "configuration.type"
    /// A value that is out of range, or none of those to choose from.
    static let configurationValue: Self = "configuration.value"
    /// A file that is not there.
    static let configurationFile: Self = "configuration.file"
}

/// Reads what a configuration file returned; collects mistakes and goes on.
struct ConfigurationReader {
    let source: EvaluatedFile
    /// Names of files begin there.
    let folder: String
    /// Where the files that it names are looked for.
    let listing: FileListing
    let configurable: ConfigurablePlugins
    private(set) var mistakes: [PeriluneError] = []

    var entries: [ScriptEntry] = []
    var values: [String: Value] = [:]
    var outputs: [NamedOutput] = []
    var plugins: [String: PluginSettings] = [:]
    var pluginFolders: [PluginEntry] = []
    var pluginLibraries: [PluginEntry] = []

    init(_ source: EvaluatedFile, in listing: FileListing, plugins: ConfigurablePlugins) {
        self.source = source
        configurable = plugins
        self.listing = listing
        folder = FilePath.folder(of: source.path)
    }

    /// The names that the outermost table may have.
    private static let names =
        ["scripts", "grants", "plugins"] + Setting.names(in: "") + Setting.sections

    mutating func read() {
        guard let root = members(of: source.value, "", Self.names) else { return }
        for setting in Setting.all where setting.section.isEmpty {
            if let value = root[setting.name] { read(setting, value) }
        }
        for section in Setting.sections {
            guard let value = root[section],
                let inner = members(of: value, section, Setting.names(in: section))
            else { continue }
            for setting in Setting.all where setting.section == section {
                if let value = inner[setting.name] { read(setting, value) }
            }
        }
        readScripts(root["scripts"], grants: root["grants"])
        if let value = root["plugins"] { readPlugins(value) }
    }

    /// Notes a mistake.
    mutating func reportInvalid(
        _ part: String, _ code: PeriluneError.Code, _ message: String, hint: String? = nil
    ) {
        mistakes.append(PeriluneError(code, message, at: source.place(of: part), hint: hint))
    }

    /// Notes that a value has another type.
    mutating func reportInvalid(_ part: String, _ value: Value, needs: String, hint: String? = nil)
    {
        let what = part.isEmpty ? "the configuration" : part
        reportInvalid(
            part, .configurationType, "\(what) must be \(needs), got \(value.kind)",
            hint: hint)
    }

    /// The members of a table; names that mean nothing there are mistakes, if the names are known.
    mutating func members(
        of value: Value, _ part: String, _ names: [String]?
    ) -> Value.Members? {
        guard let members = value.object else {
            reportInvalid(part, value, needs: "a table with string keys")
            return nil
        }
        guard let names else { return members }
        for member in members.pairs where !names.contains(member.name) {
            let place = part.isEmpty ? member.name : "\(part).\(member.name)"
            reportInvalid(
                place, .configurationName, "unknown setting '\(place)'",
                hint: Self.hint(member.name, part, names))
        }
        return members
    }

    /// One text, or a list of them.
    mutating func texts(_ value: Value, _ part: String, needs: String) -> [(String, part: String)] {
        if let text = value.string, !text.isEmpty { return [(text, part)] }
        guard let elements = value.elements else {
            reportInvalid(part, value, needs: needs)
            return []
        }
        var texts: [(String, part: String)] = []
        for (index, element) in elements.enumerated() {
            let part = "\(part)[\(index + 1)]"
            if let text = element.string, !text.isEmpty {
                texts.append((text, part))
            } else {
                reportInvalid(part, element, needs: "a string")
            }
        }
        return texts
    }

    /// The name of a file that must be there.
    mutating func input(_ path: String, _ part: String) -> String {
        let joined = FilePath.join(folder, path)
        // What a revision was used with need not be a part of it.
        guard listing.isDisk else { return joined }
        do throws(PeriluneError) {
            if !TextFile.exists(joined) { _ = try ScriptFiles.expand([joined]) }
        } catch {
            reportInvalid(part, .configurationFile, "\(joined): \(error.message)", hint: error.hint)
        }
        return joined
    }

    /// The setting that was probably meant by an unknown name.
    private static func hint(_ name: String, _ part: String, _ names: [String]) -> String {
        if let hint = NearestName.hint(for: name, in: names) { return hint }
        // It may be right elsewhere, or be the option's name.
        let elsewhere = Setting.all.first { $0.name == name || $0.option == name }
        if let elsewhere { return "write \(elsewhere.path)" }
        return
            "\(part.isEmpty ? "the settings are" : "the fields of \(part) are") \(names.joined(separator: ", "))"
    }
}

extension Value {
    /// The elements of a list; Lua does not tell an empty one from an empty table.
    var elements: [Value]? { object?.pairs.isEmpty == true ? [] : array }

    /// The type of a value in the terms of Lua; never the value, which may be a secret.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .bool: "true or false"
        case .integer: "a number"
        case .number: "a number with a fraction"
        case .string(let text): text.isEmpty ? "an empty string" : "a string"
        case .array: "a list"
        case .object(let members):
            members.pairs.isEmpty ? "an empty table" : "a table with string keys"
        }
    }
}
