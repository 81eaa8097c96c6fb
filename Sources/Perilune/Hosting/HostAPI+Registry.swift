package import LuaSyntax
package import PeriluneCore
internal import PeriluneLua

extension HostAPI {
    /// What a host with these registrations offers to scripts that can require the given files.
    package init(_ registry: Registry, scriptModules: Set<String> = []) {
        var modules: [String: [String]] = [:]
        for module in BuiltInModules.all + registry.modules
        where module.name != "commander" && !module.isInternal {
            modules[module.name] =
                module.functions.filter { !$0.isInternal }.map(\.name)
                + module.fields.map(\.name)
        }
        let functions = registry.modules.flatMap(\.delegateFunctions)
        var results: [String: ResultMembers] = [:]
        for module in BuiltInModules.all + registry.modules {
            for function in module.functions {
                guard let members = function.returns.flatMap({ ResultMembers(type: $0) }) else {
                    continue
                }
                results["\(module.name).\(function.name)"] = members
            }
        }
        self.init(
            modules: modules, scriptModules: scriptModules,
            commanderMethods: BuiltInModules.commanderMethods,
            delegateFields: registry.dimensions.map(\.field),
            delegateFunctions: functions.map(\.name),
            delegateTypes: Dictionary(functions.map { ($0.name, $0.type) }) { first, _ in first })
        self.results = results
        publishMembers = PublishedEvent.members
        regexProblem = { RegexPattern.problem(of: $1, function: $0) }
    }
}
