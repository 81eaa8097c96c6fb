public import PeriluneCore
package import PeriluneLua

/// An entry of `scripts` in a configuration: files that share priority, limits and grants.
public struct ScriptEntry: Sendable {
    /// The path of the entry: a file, a folder or a pattern.
    public let path: String
    /// The files that match the path, without those that another entry names.
    public internal(set) var files: [String]
    /// The priority of the scripts, instead of the one that they declare.
    public let priority: Int?
    /// Link rules that replace the `url` that the scripts declare.
    public let url: Value?
    /// The grants of the scripts.
    public let grants: Grants
    /// Which table of the file says so, such as `scripts[1].grants`; `nil` where none does.
    package let grantsPart: String?
    /// Whether the scripts are enabled.
    public let isEnabled: Bool
    /// Where the entry is written.
    public let place: PeriluneError.Place
    /// Limits that differ from those of all scripts.
    package let limits: Limits

    /// Limits that replace those of all scripts; `nil` keeps one of them, and 0 removes it.
    package struct Limits: Hashable, Sendable {
        /// Running time for one event.
        package var milliseconds: Int?
        /// Megabytes (1,048,576 bytes) of a Lua state, on each worker.
        package var megabytes: Int?
        /// Instructions of the Lua VM for one event.
        package var instructions: Int?

        /// The limits with these in place of some.
        package func over(_ limits: ScriptLimits) -> ScriptLimits {
            var limits = limits
            if let milliseconds { limits.time = .milliseconds(milliseconds) }
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
        script.url = url
        script.grants = grants
    }
}
