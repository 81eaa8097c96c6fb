package import PeriluneCore

/// Definitions for editors (LuaLS), generated from the declarations of the modules.
package enum EditorDefinitions {
    /// The classes of all modules, of events and of delegates: `meta/perilune.lua`.
    package static func text(modules: [HostModule]) -> String {
        let sorted = modules.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        let delegate = EditorClasses.delegate(with: sorted)
        let classes = [EditorClasses.event, delegate, EditorClasses.testCase].map(\.definition)
        let tables = sorted.flatMap(\.classes).map {
            EditorClass($0.name, [$0.summary], $0.fields).definition
        }
        let parts =
            [EditorClasses.head] + classes + tables + sorted.map(text) + [EditorClasses.globals]
        return parts.joined(separator: "\n")
    }

    /// A file in `meta/` for each module, with what `require` returns.
    ///
    /// The language server finds a required module by the name of its file.
    package static func files(modules: [HostModule]) -> [(name: String, text: String)] {
        let stubs = modules.filter { $0.name != "commander" && !$0.isInternal }.map { module in
            (
                "\(module.name).lua",
                """
                ---@meta \(module.name)
                -- Generated: see perilune.lua.

                ---@type \(className(module))
                local \(module.name)

                return \(module.name)

                """
            )
        }
        return [("perilune.lua", text(modules: modules))] + stubs.sorted { $0.0 < $1.0 }
    }

    static func className(_ module: HostModule) -> String {
        module.name == "commander" ? "Commander" : "perilune.\(module.name)"
    }

    private static func text(_ module: HostModule) -> String {
        var lines = ["--- \(module.summary)", "---@class \(className(module))"]
        for field in module.fields {
            lines.append("---@field \(field.name) \(field.type) \(field.summary)")
        }
        // A module without members is an empty table that the script fills.
        if module.functions.isEmpty, module.fields.isEmpty {
            lines.append("---@field [string] any")
        }
        lines.append("local \(module.name) = {}\n")
        for function in module.functions where !function.isInternal {
            lines.append(text(function, of: module))
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ function: HostFunction, of module: HostModule) -> String {
        var lines = ["--- \(function.summary)"]
        if case .async = function.body { lines.append("---@async") }
        for parameter in function.parameters {
            let name = parameter.isOptional ? "\(parameter.name)?" : parameter.name
            let type = parameter.className ?? parameter.type.rawValue
            lines.append("---@param \(name) \(type) \(parameter.summary)")
        }
        if let returns = function.returns { lines.append("---@return \(returns)") }
        let separator = module.name == "commander" ? ":" : "."
        let names = function.parameters.map(\.name).joined(separator: ", ")
        lines.append("function \(module.name)\(separator)\(function.name)(\(names)) end\n")
        return lines.joined(separator: "\n")
    }
}
