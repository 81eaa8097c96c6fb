/// The names that a host offers to scripts.
///
/// An empty list of members means that the members are unknown and not checked.
package struct HostAPI: Sendable {
    /// Modules for `require`, with the names of their functions and fields.
    package var modules: [String: [String]]
    /// Modules in files beside the script; their members are not checked.
    package var scriptModules: Set<String>
    /// Global names, with the names of their fields where they are tables.
    package var globals: [String: [String]]
    /// The methods of the commander that is passed to `execute`.
    package var commanderMethods: [String]
    /// Additional fields that a delegate's table may have.
    package var delegateFields: [String]
    /// Functions that a delegate's table may have instead of `execute`, for single types of events.
    package var delegateFunctions: [String]
    /// The event type of each of these functions.
    package var delegateTypes: [String: String]
    /// The outputs that values can be emitted to by name; `nil` if they are unknown.
    package var outputs: [String]?
    /// The members of the tables that functions of modules return, by `module.function`.
    package var results: [String: ResultMembers] = [:]
    /// Members of the table that `commander:publish` takes; empty if they are unknown.
    package var publishMembers: [String] = []
    /// Checks a pattern passed to a function of `regex`, whose name comes first; `nil` if the pattern is valid or
    /// cannot be checked.
    package var regexProblem: @Sendable (String, String) -> (message: String, hint: String?)? = {
        _, _ in nil
    }

    /// Creates a description; the default globals are those of Lua that the sandbox keeps.
    package init(
        modules: [String: [String]] = [:], scriptModules: Set<String> = [],
        globals: [String: [String]] = StandardLibrary.sandboxed, commanderMethods: [String] = [],
        delegateFields: [String] = [], delegateFunctions: [String] = [],
        delegateTypes: [String: String] = [:]
    ) {
        self.modules = modules
        self.scriptModules = scriptModules
        self.globals = globals
        self.commanderMethods = commanderMethods
        self.delegateFields = delegateFields
        self.delegateFunctions = delegateFunctions
        self.delegateTypes = delegateTypes
    }
}
