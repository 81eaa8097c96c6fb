import LuaSyntax
public import PeriluneCore
import PeriluneFiles
package import PeriluneLua

/// An entry of `scripts` in a configuration: files that share priority, limits and grants.
public struct ScriptEntry: Sendable {
    /// What the entry names: a file, a folder or a pattern.
    public let path: String
    /// The files it stands for, without those that another entry names.
    public internal(set) var files: [String]
    /// What orders the scripts among the others, in place of what they say themselves.
    public let priority: Int?
    /// What they may reach.
    public let grants: Grants
    /// Which table of the file says so, such as `scripts[1].grants`; `nil` where none does.
    package let grantsPart: String?
    /// Whether they take part.
    public let isEnabled: Bool
    /// Where the entry is written.
    public let place: PeriluneError.Place
    /// Limits that differ from those of all scripts.
    package let limits: Limits

    package struct Limits: Hashable, Sendable {
        package var milliseconds: Int?
        package var megabytes: Int?
        package var instructions: Int?

        /// The limits with these in place of some.
        package func over(_ limits: ScriptLimits) -> ScriptLimits {
            var limits = limits
            if let milliseconds { limits.milliseconds = milliseconds }
            if let megabytes { limits.memory = megabytes << 20 }
            if let instructions { limits.instructions = instructions }
            return limits
        }
    }
}

extension ScriptEntry {
    /// Gives one of its scripts what the entry says.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - limits: Those of all scripts.
    ///   - own: Those of the entry in their place; its own where nothing is said.
    package func configure(_ script: inout Script, limits: ScriptLimits, own: Limits? = nil) {
        script.limits = (own ?? self.limits).over(limits)
        script.priority = priority
        script.grants = grants
    }
}

/// Where settings of a plugin are: in a file of its own, or in the configuration.
package enum PluginSettings: Equatable, Sendable {
    case file(String)
    case table(Value)
}

/// An entry of `plugins.folders` or `plugins.libraries`.
package struct PluginEntry: Equatable, Sendable {
    package let path: String
    /// Whether the host refuses to start without it.
    package let isRequired: Bool
    /// What the plugin is made from; null for its defaults.
    package let settings: Value
    /// Where names of files in the settings begin, with its `/`.
    let folder: String
    /// What the scripts of a folder may reach.
    package let grants: Grants
    package let place: PeriluneError.Place

    /// Wherever it is written.
    package static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.isRequired == other.isRequired
            && one.settings == other.settings && one.grants == other.grants
    }
}

extension PluginEntry {
    /// The settings with secrets in the place of what names them: `{ env = "NAME" }` and `{ file = "PATH" }`,
    /// and `env:NAME` and `file:PATH` where the name of the setting says that it is one.
    ///
    /// - Throws: Where a secret is not there, or is written out.
    package func settingsWithSecrets() throws(PeriluneError) -> Value {
        do throws(PeriluneError) {
            return try resolved(settings, name: "")
        } catch {
            var error = error
            if error.place.file == nil { error.place = place }
            throw error
        }
    }

    private func resolved(_ value: Value, name: String) throws(PeriluneError) -> Value {
        switch value {
        case .object(let members):
            if members.pairs.count == 1, let only = members.pairs.first,
                ["env", "file"].contains(only.name), only.value.string != nil
            {
                return try secret(value)
            }
            var resolved = Value.Members()
            for member in members.pairs {
                resolved[member.name] = try self.resolved(member.value, name: member.name)
            }
            return .object(resolved)
        case .array(let elements):
            var resolved: [Value] = []
            for element in elements { resolved.append(try self.resolved(element, name: name)) }
            return .array(resolved)
        case .string(let text):
            let isReference = text.hasPrefix("env:") || text.hasPrefix("file:")
            let isSecret =
                isReference
                ? MaskedLines.isSecret(name) : MaskedLines.isCertainlySecret(name)
            return isSecret ? try secret(value) : value
        default: return value
        }
    }

    private func secret(_ value: Value) throws(PeriluneError) -> Value {
        let code: PeriluneError.Code = "plugin.settings"
        let reference = try SecretReference(value, in: folder, code: code)
        return .string(try reference.resolve(code: code).reveal())
    }
}
