public import PeriluneCore
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
    /// One of its scripts.
    package func script(_ file: String, limits: ScriptLimits) throws(PeriluneError) -> Script {
        var script = try Script(file, limits: limits)
        script.priority = priority
        script.grants = grants
        return script
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
    /// What the scripts of a folder may reach.
    package let grants: Grants
    package let place: PeriluneError.Place

    /// Wherever it is written.
    package static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.isRequired == other.isRequired
            && one.settings == other.settings && one.grants == other.grants
    }
}
