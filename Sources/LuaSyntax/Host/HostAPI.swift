/// What a host offers to scripts, as names: enough to tell a typing mistake from a call.
///
/// An empty list of members means that they are not known and not checked.
package struct HostAPI: Sendable {
    /// Modules for `require`, with the names of their functions and fields.
    package var modules: [String: [String]]
    /// Modules that lie beside the script as files; what is in them is not checked.
    package var scriptModules: Set<String>
    /// Global names, with the names of their fields where they are tables.
    package var globals: [String: [String]]
    /// Methods of the commander that `execute` is handed.
    package var commanderMethods: [String]
    /// Fields that the table of a delegate may have besides the usual ones.
    package var delegateFields: [String]
    /// Functions that the table of a delegate may have instead of `execute`, for single types of events.
    package var delegateFunctions: [String]
    /// The types of events that these are called for.
    package var delegateTypes: [String: String]
    /// The outputs to which values can be emitted by name; `nil` if they are unknown.
    package var outputs: [String]?
    /// What functions of modules return, by `module.function`, where it is a table whose members are known.
    package var results: [String: ResultMembers] = [:]
    /// Members of the table that `commander:publish` takes; empty if they are unknown.
    package var publishMembers: [String] = []
    /// What is wrong with a pattern that a function of `regex` gets, by the function's name; `nil` if nothing is, or if
    /// it is not known.
    package var regexProblem: @Sendable (String, String) -> (message: String, hint: String?)? = {
        _, _ in nil
    }

    /// Makes a description; the globals default to what the sandbox leaves of Lua's own.
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
