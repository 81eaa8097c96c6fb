public import PeriluneCore
package import PeriluneLua

/// An entry of `scripts` in a configuration: files that share priority, limits and grants.
public struct ScriptEntry: Sendable {
    /// The path of the entry: a file, a folder or a pattern.
    public let path: String
    /// The files that match the path, without those that belong to another entry.
    public internal(set) var files: [String]
    /// The priority of the scripts, instead of the one that they declare.
    public let priority: Int?
    /// Link rules that replace the `url` that the scripts declare.
    public let url: Value?
    /// The grants of the scripts.
    public let grants: Grants
    /// The table of the file that sets the grants, such as `scripts[1].grants`; `nil` if there is none.
    package let grantsPart: String?
    /// Whether the scripts are enabled.
    public let isEnabled: Bool
    /// Where the entry is written.
    public let place: PeriluneError.Place
    /// The limits that replace those of all scripts.
    package let limits: Limits

    /// Limits that replace those of all scripts; `nil` keeps one of them, and 0 removes it.
    package struct Limits: Hashable, Sendable {
        /// Running time for one event.
        package var milliseconds: Int?
        /// Megabytes (1,048,576 bytes) of a Lua state, on each worker.
        package var megabytes: Int?
        /// Instructions of the Lua VM for one event.
        package var instructions: Int?

        /// The limits with these values replaced.
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
    /// Configures one of the entry's scripts.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - limits: The limits of all scripts.
    ///   - own: The limits that replace them; by default, those of the entry.
    package func configure(_ script: inout Script, limits: ScriptLimits, own: Limits? = nil) {
        script.limits = (own ?? self.limits).over(limits)
        script.priority = priority
        script.url = url
        script.grants = grants
    }
}
