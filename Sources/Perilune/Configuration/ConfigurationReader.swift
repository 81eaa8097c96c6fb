import PeriluneCore
import PeriluneFiles
import PeriluneLua

extension PeriluneError.Code {
    /// The file cannot be run.
    static let configurationLua: Self = "configuration.lua"
    /// There is no setting of that name.
    static let configurationName: Self = "configuration.name"
    /// A value has the wrong type.
    static let configurationType: Self = "configuration.type"
    /// A value is out of range, or not one of the choices.
    static let configurationValue: Self = "configuration.value"
    /// A file does not exist.
    static let configurationFile: Self = "configuration.file"
}

/// Reads the table of a configuration file, and collects all mistakes.
struct ConfigurationReader {
    let source: EvaluatedFile
    /// The folder to which file names are relative.
    let folder: String
    /// The files among which named files are found.
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

    /// Records a mistake.
    mutating func reportInvalid(
        _ part: String, _ code: PeriluneError.Code, _ message: String, hint: String? = nil
    ) {
        mistakes.append(PeriluneError(code, message, at: source.place(of: part), hint: hint))
    }

    /// Records that a value has the wrong type.
    mutating func reportInvalid(_ part: String, _ value: Value, needs: String, hint: String? = nil)
    {
        let what = part.isEmpty ? "the configuration" : part
        reportInvalid(
            part, .configurationType, "\(what) must be \(needs), got \(value.kind)",
            hint: hint)
    }

    /// The members of a table; unknown names are mistakes, unless the names are not known.
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

    /// Reads a string, or a list of strings.
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

    /// Resolves the name of a file that must exist.
    mutating func input(_ path: String, _ part: String) -> String {
        let joined = FilePath.join(folder, path)
        // Input files need not be part of a revision.
        guard listing.isDisk else { return joined }
        do throws(PeriluneError) {
            if !TextFile.exists(joined) { _ = try ScriptFiles.expand([joined]) }
        } catch {
            reportInvalid(part, .configurationFile, "\(joined): \(error.message)", hint: error.hint)
        }
        return joined
    }

    /// A hint with the setting that was probably meant by an unknown name.
    private static func hint(_ name: String, _ part: String, _ names: [String]) -> String {
        if let hint = NearestName.hint(for: name, in: names) { return hint }
        // The name may be right in another table, or be the name of the option.
        let elsewhere = Setting.all.first { $0.name == name || $0.option == name }
        if let elsewhere { return "write \(elsewhere.path)" }
        return
            "\(part.isEmpty ? "the settings are" : "the fields of \(part) are") \(names.joined(separator: ", "))"
    }
}

extension Value {
    /// The elements of a list; an empty table is also an empty list.
    var elements: [Value]? { object?.pairs.isEmpty == true ? [] : array }

    /// The type of a value as Lua names it, or a truth value; never a number or a text, which may be a secret.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .bool(let flag): "\(flag)"
        case .integer: "a number"
        case .number: "a number with a fraction"
        case .string(let text): text.isEmpty ? "an empty string" : "a string"
        case .array: "a list"
        case .object(let members):
            members.pairs.isEmpty ? "an empty table" : "a table with string keys"
        }
    }
}
