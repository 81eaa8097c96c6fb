public import PeriluneCore

/// Checks the rules that every plugin must follow.
public enum PluginConformance {
    /// Registers the plugin as two hosts would, and checks what it has registered.
    ///
    /// ```swift
    /// @Test func keepsToTheRulesOfPlugins() {
    ///     #expect(PluginConformance.check(LinkDrill()).isEmpty)
    /// }
    /// ```
    ///
    /// - Returns: A sentence for each violation.
    public static func check(_ plugin: any Plugin) -> [String] {
        var problems: [String] = []
        if !isKebabCase(plugin.name) {
            problems.append("the plugin's name '\(plugin.name)' is not in kebab-case")
        }
        do throws(PeriluneError) {
            var first = Registry()
            try plugin.register(in: &first)
            var second = Registry()
            try plugin.register(in: &second)
            if contents(first) != contents(second) {
                problems.append(
                    "registering the plugin with two hosts gives different results; a plugin must be a value"
                )
            }
            problems += first.defaultHandlers.flatMap(check)
            problems += first.modules.filter { !$0.isInternal }.flatMap(check)
            problems += first.delegates.filter(\.name.isEmpty).map { _ in "a delegate has no name" }
            problems += first.commands.flatMap(check)
            let names =
                first.eventSources.map(\.name) + first.recordSinks.map(\.name)
                + first.sinkFactories.map(\.name) + first.codecs.map(\.name)
            problems +=
                names
                .filter { !isKebabCase($0) }.map { "the name '\($0)' is not in kebab-case" }
            problems += first.eventTypes.filter(\.summary.isEmpty).map {
                "the event type '\($0.name)' has no summary"
            }
            problems += first.dimensions.map(\.field).filter { !isName($0) }.map {
                "the condition '\($0)' is not a Lua name, so scripts cannot write \($0) = ..."
            }
        } catch {
            problems.append("the plugin cannot be registered: \(error)")
        }
        return problems
    }

    private static func check(_ command: PluginCommand) -> [String] {
        var problems: [String] = []
        let words = command.name.split(separator: " ", omittingEmptySubsequences: false)
        if words.count > 2 || !words.allSatisfy({ isKebabCase(String($0)) }) {
            problems.append("the command '\(command.name)' is not one or two words in kebab-case")
        }
        if command.summary.isEmpty || command.summary.hasSuffix(".") {
            problems.append(
                "the summary of the command '\(command.name)' is missing or ends in a full stop")
        }
        let options = command.options.map(\.name)
        if Set(options).count != options.count || options.contains("help") {
            problems.append("the command '\(command.name)' declares an option twice")
        }
        return problems
    }

    private static func check(_ handler: any DefaultHandler) -> [String] {
        var problems: [String] = []
        if !isKebabCase(handler.name) {
            problems.append("the default handler's name '\(handler.name)' is not in kebab-case")
        }
        if handler.types.isEmpty {
            problems.append("the default handler '\(handler.name)' has no types")
        }
        return problems
    }

    private static func check(_ module: HostModule) -> [String] {
        var problems: [String] = []
        if !isName(module.name) {
            problems.append("the module's name '\(module.name)' is not a Lua name")
        }
        if module.summary.isEmpty { problems.append("\(module.name) has no summary") }
        let names = module.functions.map(\.name) + module.fields.map(\.name)
        if Set(names).count != names.count {
            problems.append("\(module.name) declares a name twice")
        }
        for function in module.functions {
            let name = "\(module.name).\(function.name)"
            if !isName(function.name) { problems.append("\(name) is not a Lua name") }
            if function.summary.isEmpty { problems.append("\(name) has no summary") }
            if function.parameters.contains(where: { $0.summary.isEmpty }) {
                problems.append("\(name) has a parameter without a summary")
            }
            let required = function.parameters.lastIndex { !$0.isOptional } ?? -1
            if function.parameters.prefix(required + 1).contains(where: \.isOptional) {
                problems.append("\(name) has a required parameter after an optional one")
            }
        }
        return problems
    }

    /// The names of everything that was registered, in order.
    private static func contents(_ registry: Registry) -> [String] {
        registry.delegates.map(\.name) + registry.defaultHandlers.map(\.name)
            + registry.dimensions.map(\.field) + registry.modules.map(\.name)
            + registry.commands.map(\.name) + registry.sources.map(\.path)
            + registry.laterDelegates.map(\.name) + registry.eventTypes.map(\.name)
    }

    private static func isKebabCase(_ name: String) -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            !word.isEmpty
                && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        } && name.utf8.first.map { $0 >= 97 } == true
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else {
            return false
        }
        return name.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                || $0 == "_"
        }
    }
}
