internal import PeriluneCore
package import PeriluneFiles
internal import PeriluneLua

/// Definitions of the configuration for editors (LuaLS), generated from the tables by which the file is read.
package enum ConfigurationDefinitions {
    /// The file in `meta/`.
    package static let fileName = "configuration.lua"

    /// The text of the file, with the settings of plugins that are tables, and the kinds of grants.
    package static func text(
        plugins: [(name: String, schema: SettingsSchema)], grants: [GrantKind],
        sinks: [(name: String, schema: SettingsSchema)]
    ) -> String {
        let top =
            fixed + Setting.all.filter(\.section.isEmpty).map(field)
            + Setting.sections.map { HostModule.Field("\($0)?", "\(name).\($0)", "") }
        let sections = Setting.sections.map { section in
            EditorClass(
                "\(name).\(section)", [], Setting.all.filter { $0.section == section }.map(field))
        }
        let tables =
            plugins.flatMap { classes("\(name).\($0.name)", $0.schema) } + [output(sinks)]
        let settings = ([EditorClass(name, [], top)] + sections).map(\.definition)
        let ofPlugins = tables.map { "\n" + $0.definition }.joined()
        return head + settings.joined(separator: "\n") + "\n" + tail(plugins, grants) + ofPlugins
    }

    private static let name = "perilune.Configuration"

    /// The class of an output, with the fields of all kinds of sinks, because an editor cannot tell them apart.
    private static func output(
        _ sinks: [(name: String, schema: SettingsSchema)]
    ) -> EditorClass {
        let names = sinks.map { "\"\($0.name)\"" }.joined(separator: "|")
        var fields: [HostModule.Field] = [
            .init("file?", "string", "The file; of some sinks too."),
            .init("sink?", "\(names)|string", "The kind of sink, or the sink of a plugin."),
            .init("records?", "boolean", "Whether the sink gets the records of all events."),
        ]
        for sink in sinks {
            for field in sink.schema.fields
            where !fields.contains(where: { $0.name == field.name + "?" }) {
                fields.append(
                    .init(
                        field.name + "?", type(of: field.kind, "table"),
                        "With sink = \"\(sink.name)\": \(field.summary)"))
            }
        }
        return EditorClass("\(name).output", [], fields)
    }

    /// The class of a table of settings, followed by those of the tables in it.
    private static func classes(_ name: String, _ schema: SettingsSchema) -> [EditorClass] {
        let fields = schema.fields.map { field in
            HostModule.Field(
                field.name + (field.isRequired ? "" : "?"),
                type(of: field.kind, "\(name).\(field.name)"), field.summary)
        }
        let more = schema.fields.flatMap { field -> [EditorClass] in
            switch field.kind {
            case .object(let schema), .list(let schema): classes("\(name).\(field.name)", schema)
            default: []
            }
        }
        return [EditorClass(name, [], fields)] + more
    }

    /// The type of a value; `inner` is the class of an object.
    private static func type(of kind: SettingsSchema.Kind, _ inner: String) -> String {
        switch kind {
        case .text, .file, .input, .secretFile: "string"
        case .secret: "\(name).secret"
        case .flag: "boolean"
        case .texts, .inputs: "string|string[]"
        case .number: "integer"
        case .choice(let choices): choices.map { "\"\($0)\"" }.joined(separator: "|")
        case .object: inner
        case .list: "\(inner)[]"
        case .secrets: "table<string, \(name).secret>"
        case .table: "table"
        case .outputs: "table<string, \(name).output>"
        }
    }

    private static func field(_ setting: Setting) -> HostModule.Field {
        .init("\(setting.name)?", type(of: setting.kind, "table"), setting.summary)
    }

    private static let head = """
        ---@meta
        -- Generated from the declarations in Swift. To update it:
        -- PERILUNE_UPDATE=1 make test-only FILTER=EditorDefinitionsTests

        --- The table that `perilune.lua` returns; write `---@type perilune.Configuration` above it.
        ---
        --- File names are relative to its folder.

        """

    private static let fixed: [HostModule.Field] = [
        .init(
            "scripts?", "string|(string|\(name).script)[]",
            "Files, folders and patterns, in the order in which scripts get events."),
        .init(
            "grants?", "\(name).grants",
            "Grants of scripts that have none of their own; without it, scripts may reach everything."
        ),
        .init("plugins?", "\(name).plugins", "Settings of plugins, by plugin name."),
    ]

    private static func tail(
        _ plugins: [(name: String, schema: SettingsSchema)], _ grants: [GrantKind]
    ) -> String {
        var names: Set<String> = []
        let kinds = grants.filter { names.insert($0.name).inserted }.map { kind in
            let isFlag = if case .none = kind.scopes { true } else { false }
            let type = isFlag ? "boolean" : "boolean|string|string[]"
            return "---@field \(kind.name)? \(type) \(kind.summary)\n"
        }
        let tables = plugins.map { plugin in
            "---@field \(plugin.name)? string|perilune.Configuration.\(plugin.name) A JSON file, or a table with the same fields.\n"
        }
        return beforeGrants + kinds.joined() + beforePlugins + tables.joined() + afterPlugins
    }

    private static let beforeGrants = """
        ---@class perilune.Configuration.script
        ---@field path string A file, a folder or a pattern such as rules/*.lua.
        ---@field url? string|string[] Link rules that override those of the scripts.
        ---@field priority? integer Overrides the priority of the scripts; those with a higher priority get events first.
        ---@field limits? perilune.Configuration.scriptLimits Limits that override those of all scripts.
        ---@field grants? perilune.Configuration.grants Grants of these scripts, instead of the common ones.
        ---@field enabled? boolean Whether the scripts are used.

        ---@class perilune.Configuration.scriptLimits
        ---@field time? integer Time limit for one event, in milliseconds.
        ---@field memory? integer Memory limit on each worker, in megabytes.
        ---@field instructions? integer Limit of VM instructions for one event.

        --- What scripts may reach: true for every scope, or a list of scopes.
        ---@class perilune.Configuration.grants

        """

    private static let beforePlugins = """
        ---@field [string] boolean|string|string[] Grants of other plugins.

        ---@class perilune.Configuration.plugins

        """

    private static let afterPlugins = """
        ---@field charts? string|string[] Dashboards to open.
        ---@field login? string|string[] Login screens to open.
        ---@field folders? (string|perilune.Configuration.plugin)[] Plugins that are folders.
        ---@field libraries? (string|perilune.Configuration.plugin)[] Plugins that are shared libraries.

        ---@class perilune.Configuration.plugin
        ---@field path string The folder or the library.
        ---@field required? boolean Whether the host refuses to start without it, as it does where nothing is said.
        ---@field settings? table What the plugin is made from, by the names of its settings.
        ---@field grants? perilune.Configuration.grants What the scripts of a folder may reach, where not everything.

        --- A secret of a plugin: where it is kept, never the secret itself.
        ---@alias perilune.Configuration.secret string|{ env: string }|{ file: string }|{ credential: string }

        """
}
