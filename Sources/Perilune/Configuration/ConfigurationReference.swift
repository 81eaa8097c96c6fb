package import PeriluneFiles
internal import PeriluneLua

/// The reference page of the configuration, generated from the tables by which the file is read.
package enum ConfigurationReference {
    /// The page, as Markdown.
    package static func page(
        plugins: [(name: String, schema: SettingsSchema)],
        codecs: [(name: String, schema: SettingsSchema)],
        sinks: [(name: String, schema: SettingsSchema)]
    ) -> String {
        var parts = [head]
        for section in [""] + Setting.sections {
            let settings = Setting.all.filter { $0.section == section }
            parts.append(section.isEmpty ? "## Settings\n" : "## `\(section)`\n")
            parts.append(table(settings))
        }
        for plugin in plugins { parts += sections("plugins.\(plugin.name)", plugin.schema) }
        for codec in codecs {
            parts += sections("sources.codec", codec.schema, " with `as = \"\(codec.name)\"`")
        }
        for sink in sinks {
            parts += sections("outputs.NAME", sink.schema, " with `sink = \"\(sink.name)\"`")
        }
        return parts.joined(separator: "\n")
    }

    private static let head = """
        <!-- Generated from the declarations in Swift: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests -->
        # Configuration

        Every setting of `perilune.lua` with its type, its default and the option that overrides it, generated from the tables
        from which the file is read.

        The file returns a table; the [tutorial](../Tutorial.md) shows a complete one. [Rules](../Rules.md) describes `scripts` and
        `grants`, [Plugins](../Plugins.md) the lists of plugins. File names are relative to the folder of the file. A secret is a
        table or a string that says where it is kept: `{ env = "NAME" }`, `{ file = "PATH" }`, `{ credential = "NAME" }`, or
        `"env:NAME"`, `"file:PATH"`, `"credential:NAME"`. `perilune config check` finds mistakes, `perilune config show` shows the
        effective settings, and editors complete them with `Scripts/meta/configuration.lua`.

        """

    private static func table(_ settings: [Setting]) -> String {
        MarkdownTable.text(
            ["setting", "type", "default", "option", "a change needs", "meaning"],
            settings.map { setting in
                [
                    "`\(setting.path)`", type(setting.kind), setting.defaultText,
                    setting.isOption ? "`--\(setting.option)`" : "",
                    setting.isReloaded ? "a reload" : "a restart", setting.summary,
                ]
            })
    }

    private static func sections(
        _ path: String, _ schema: SettingsSchema, _ title: String = ""
    ) -> [String] {
        var more: [String] = []
        let rows = schema.fields.map { field in
            let inner = "\(path).\(field.name)"
            switch field.kind {
            case .object(let schema), .list(let schema):
                more += sections(inner, schema, title)
            default: break
            }
            let name = "`\(field.name)`" + (field.isRequired ? " (required)" : "")
            return [name, type(field.kind), field.summary]
        }
        return [
            "## `\(path)`\(title)\n", MarkdownTable.text(["setting", "type", "meaning"], rows),
        ] + more
    }

    private static func type(_ kind: SettingsSchema.Kind) -> String {
        switch kind {
        case .text: "string"
        case .file, .input: "file"
        case .inputs: "file, or list of files"
        case .secretFile: "file, or `credential:NAME`"
        case .secret: "secret"
        case .flag: "boolean"
        case .texts: "string, or list of strings"
        case .number(let range): text(range)
        case .choice(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: " or ")
        case .object, .table: "table"
        case .list: "list of tables"
        case .secrets: "table of secrets by name"
        case .outputs: "table of `{ file = ... }` or `{ sink = ... }` by name"
        }
    }

    private static func text(_ range: ClosedRange<Int64>) -> String {
        range.upperBound == .max
            ? "integer from \(range.lowerBound)"
            : "integer from \(range.lowerBound) to \(range.upperBound)"
    }
}
