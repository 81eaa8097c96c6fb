/// What a script adds to the names that the host offers, by assignments and function statements.
package struct Additions: Sendable {
    /// The globals that it defines.
    package internal(set) var globals: Set<String> = []
    /// The members that it adds to libraries and modules, by the name of the library.
    package internal(set) var members: [String: Set<String>] = [:]

    /// Whether it adds this member to a library.
    func contains(_ member: String, of library: String) -> Bool {
        members[library]?.contains(member) ?? false
    }
}

extension ScriptModel {
    /// The globals and members of libraries that the script adds; none where the name is computed.
    package var additions: Additions {
        var additions = Additions()
        for target in names.assignments.map(\.target) {
            if let global = names.global(target) {
                additions.globals.insert(global)
            } else if let field = constantField(target), let library = library(field.object),
                let member = tree.string(field.key)
            {
                additions.members[library.name, default: []].insert(member)
            }
        }
        return additions
    }
}

extension HostAPI {
    /// Offers what a file adds that a script requires.
    package mutating func add(_ additions: Additions) {
        for global in additions.globals where globals[global] == nil { globals[global] = [] }
        for (library, added) in additions.members {
            // The members of a library without any are not known.
            if let known = globals[library], !known.isEmpty {
                globals[library] = known + added.sorted()
            } else if let known = modules[library], !known.isEmpty {
                modules[library] = known + added.sorted()
            }
        }
    }
}
