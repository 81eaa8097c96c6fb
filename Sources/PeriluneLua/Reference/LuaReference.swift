internal import LuaSyntax
package import PeriluneCore

/// The reference page of the Lua API, generated from the declarations of the modules.
package enum LuaReference {
    /// The page, as Markdown.
    package static func page(modules: [HostModule]) -> String {
        let sorted = modules.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        let classes = [
            EditorClasses.event, EditorClasses.delegate(with: sorted), EditorClasses.testCase,
        ]
        var parts = [head, "## Modules\n", table(sorted)]
        for module in sorted { parts += section(module) }
        parts.append("## Classes\n")
        for type in classes { parts.append(section(type)) }
        return (parts + ["## Standard library\n", standardLibrary]).joined(separator: "\n")
    }

    private static let head = """
        <!-- Generated from the declarations in Swift: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests -->
        # Lua API

        Every function, class and library that a script can use, generated from the declarations that make them callable.

        Types are written as the Lua language server writes them: `string?` may be `nil`, `string|number` is either, `string[]`
        is a list. A parameter with a question mark may be omitted. A function that *waits* suspends the script until it has
        an answer, while the worker processes other events; it can be called only while an event is processed, not when the file is
        loaded. Arguments are checked: `script.argument` names the one that is wrong. If a function fails for another reason,
        `pcall` returns a table with the `code`, `message` and `hint` of the [error](Errors.md), or a string for plain Lua errors.

        `perilune new project` writes these declarations for editors (`meta/`), and `perilune check` reports unknown names.

        """

    private static func table(_ modules: [HostModule]) -> String {
        MarkdownTable.text(
            ["module", "purpose", "grant"],
            modules.map { module in
                [
                    "[`\(module.name)`](#\(module.name))", module.summary,
                    module.grant.map { "`\($0)`" } ?? "",
                ]
            })
    }

    private static func section(_ module: HostModule) -> [String] {
        let opening =
            switch module.name {
            case "commander": "It is the second argument of `execute` and `executeURL`.\n"
            case "test":
                "Test files get it as the argument of a function, or with `require \"test\"`.\n"
            default: "`local \(module.name) = require \"\(module.name)\"`\n"
            }
        let fields = EditorClass(module.name, [module.summary], module.fields)
        return ["### \(module.name)\n", "\(module.summary)\n", opening]
            + (module.fields.isEmpty ? [] : [table(fields)])
            + module.functions.filter { !$0.isInternal }.map { text($0, of: module) }
    }

    private static func text(_ function: HostFunction, of module: HostModule) -> String {
        let separator = module.name == "commander" ? ":" : "."
        let parameters = function.parameters.map { $0.isOptional ? "\($0.name)?" : $0.name }
        let call =
            "\(module.name)\(separator)\(function.name)(\(parameters.joined(separator: ", ")))"
        let returns = function.returns.map { " → `\($0)`" } ?? ""
        let waits = if case .async = function.body { "*Waits.* " } else { "" }
        let list = function.parameters.map { parameter in
            "- `\(parameter.name)` (\(parameter.type.rawValue)): \(parameter.summary)\n"
        }
        return "**`\(call)`**\(returns)\n\n\(waits)\(escaped(function.summary))\n"
            + (list.isEmpty ? "" : "\n" + list.joined())
    }

    private static func section(_ type: EditorClass) -> String {
        "### \(type.name)\n\n\(type.summary.joined(separator: "\n\n"))\n\n" + table(type)
    }

    private static func table(_ type: EditorClass) -> String {
        MarkdownTable.text(
            ["field", "type", "meaning"],
            type.fields.map { ["`\($0.name)`", "`\($0.type)`", escaped($0.summary)] })
    }

    private static var standardLibrary: String {
        let libraries = StandardLibrary.sandboxed.sorted { $0.key < $1.key }
        let globals = libraries.filter { $0.value.isEmpty }.map { "`\($0.key)`" }
        let removed = StandardLibrary.removed.map { name in
            ["`\(name)`", escaped(StandardLibrary.hint(for: name) ?? "")]
        }
        let rows = libraries.filter { !$0.value.isEmpty }.map { library in
            ["`\(library.key)`", library.value.map { "`\($0)`" }.joined(separator: ", ")]
        }
        return """
            The part of the Lua 5.4 library that scripts can use.

            \(MarkdownTable.text(["library", "members"], [["globals", globals.joined(separator: ", ")]] + rows))
            These behave differently:

            \(MarkdownTable.text(["function", "difference from stock Lua"], differences.map { ["`\($0)`", $1] }))
            These are absent:

            \(MarkdownTable.text(["name", "instead"], removed))
            """
    }

    /// How functions differ from those of stock Lua, by name.
    private static let differences = [
        (
            "coroutine.resume",
            "An error in a coroutine does not close its pending to-be-closed variables."
        ),
        ("getmetatable", "Returns `false` for strings; their methods, such as `s:upper()`, work."),
        (
            "math.random",
            "The seed follows from the event, so that processing it again gives the same numbers."
        ),
        ("next", "Like `pairs`."),
        ("os.clock", "Counts its calls, so that results repeat; it is not a clock."),
        ("os.date", "The time is that of the event, and the zone is UTC."),
        (
            "os.time",
            "Without a table, the time of the event in whole seconds. An error if the event has no time."
        ),
        (
            "pairs",
            "Visits keys in a fixed order: numbers, strings, `false`, `true`. It visits the keys that existed when it began; two keys that are tables, functions or coroutines are an error."
        ),
        ("pcall", "Does not catch the error of a limit; neither do `xpcall` and coroutines."),
        ("require", "Finds host modules, files beside the script, and the libraries of Lua."),
        (
            "setmetatable",
            "`__gc` and `__mode` are an error: there are no finalizers and no weak tables."
        ),
        (
            "string.find",
            "The number of matching steps is limited, as in `match`, `gmatch` and `gsub`."
        ),
        ("string.format", "`%p` is an error. The length of the result is limited."),
        ("string.rep", "The length of the result is limited."),
        (
            "table.concat",
            "Tables with `__index`, `__newindex` or `__len` are an error in all functions of `table`."
        ),
        ("table.sort", "A stable merge sort. The comparator sees the table as it was."),
        ("tostring", "Shows no addresses."),
        ("utf8.codes", "Stray continuation bytes are an error."),
    ]

    private static func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing("*", with: "\\*")
    }
}
