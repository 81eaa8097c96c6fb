/// Definitions of the configuration for editors (LuaLS), from the table that it is read by.
package enum ConfigurationDefinitions {
    /// The file in `meta/`.
    package static let fileName = "configuration.lua"

    /// Its text.
    package static var text: String {
        let sections = Setting.sections.map { section in
            fields(
                "perilune.Configuration.\(section)", Setting.all.filter { $0.section == section })
        }
        let top =
            Setting.all.filter(\.section.isEmpty).map(field)
            + Setting.sections.map { "---@field \($0)? perilune.Configuration.\($0)" }
        return head + (["---@class perilune.Configuration"] + fixed + top).joined(separator: "\n")
            + "\n\n" + sections.joined(separator: "\n") + "\n" + tail
    }

    private static func fields(_ name: String, _ settings: [Setting]) -> String {
        (["---@class \(name)"] + settings.map(field)).joined(separator: "\n") + "\n"
    }

    private static func field(_ setting: Setting) -> String {
        let type =
            switch setting.kind {
            case .number: "integer"
            case .flag: "boolean"
            case .choice(let choices): choices.map { "\"\($0)\"" }.joined(separator: "|")
            case .text, .input, .secretFile, .output: "string"
            case .inputs: "string|string[]"
            }
        return "---@field \(setting.name)? \(type) \(setting.summary)"
    }

    private static let head = """
        ---@meta
        -- Generated from the declarations in Swift. After a change of those:
        -- PERILUNE_UPDATE=1 swift test --filter EditorDefinitionsTests

        --- What `perilune.lua` returns; write `---@type perilune.Configuration` above the table.
        ---
        --- Names of files begin in its folder.

        """

    private static let fixed = [
        "---@field scripts? string|(string|perilune.Configuration.script)[] Files, folders and patterns, in the order in which scripts are asked.",
        "---@field grants? perilune.Configuration.grants What scripts may reach that have no grants of their own; everything without it.",
        "---@field plugins? perilune.Configuration.plugins Settings of plugins, by name.",
    ]

    private static let tail = """
        ---@class perilune.Configuration.script
        ---@field path string A file, a folder or a pattern such as rules/*.lua.
        ---@field priority? integer In place of what the scripts say; higher ones are asked first.
        ---@field limits? perilune.Configuration.scriptLimits Limits that differ from those of all scripts.
        ---@field grants? perilune.Configuration.grants What they may reach, in place of the common grants.
        ---@field enabled? boolean Whether they take part.

        ---@class perilune.Configuration.scriptLimits
        ---@field time? integer Milliseconds of running time for one event.
        ---@field memory? integer Megabytes on each worker.
        ---@field instructions? integer VM instructions for one event.

        --- true is every scope, a list those that it names.
        ---@class perilune.Configuration.grants
        ---@field crm? boolean|string|string[] Organizations.
        ---@field mail? boolean|string|string[] Addresses, domains, *.example.com for what lies below one.
        ---@field http? boolean|string|string[] Hosts, *.example.com for what lies below one.
        ---@field files? boolean|string|string[] Folders.
        ---@field charts? boolean Dashboards that are open.
        ---@field [string] boolean|string|string[] Those of further plugins.

        ---@class perilune.Configuration.plugins
        ---@field crm? string|table A JSON file with organizations, or a table with the same names.
        ---@field sharing? string|table A JSON file that says where pictures may go, or a table with the same names.
        ---@field charts? string|string[] Dashboards to open.
        ---@field login? string|string[] Login screens to open.
        ---@field folders? (string|perilune.Configuration.plugin)[] Folders that are plugins.
        ---@field libraries? (string|perilune.Configuration.plugin)[] Shared libraries that are plugins.

        ---@class perilune.Configuration.plugin
        ---@field path string The folder or the library.
        ---@field required? boolean Whether the host refuses to start without it, as it does where nothing is said.
        ---@field settings? table What the plugin is made from, by the names of its settings.
        ---@field grants? perilune.Configuration.grants What the scripts of a folder may reach, where not everything.

        --- A secret of a plugin: where it is kept, never the secret itself.
        ---@alias perilune.Configuration.secret string|{ env: string }|{ file: string }|{ credential: string }

        """
}
