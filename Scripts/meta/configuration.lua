---@meta
-- Generated from the declarations in Swift. After a change of those:
-- PERILUNE_UPDATE=1 swift test --filter EditorDefinitionsTests

--- What `perilune.lua` returns; write `---@type perilune.Configuration` above the table.
---
--- Names of files begin in its folder.
---@class perilune.Configuration
---@field scripts? string|(string|perilune.Configuration.script)[] Files, folders and patterns, in the order in which scripts are asked.
---@field grants? perilune.Configuration.grants What scripts may reach that have no grants of their own; everything without it.
---@field plugins? perilune.Configuration.plugins Settings of plugins, by name.
---@field seed? integer What random numbers follow from.
---@field workers? integer Threads that decide events.
---@field state? string Where process and open keep the scripts' state.
---@field store? string Where serve keeps accepted events, state, effects and quarantine.
---@field durable? boolean Whether events are on the disk before they are accepted.
---@field limits? perilune.Configuration.limits
---@field reload? perilune.Configuration.reload
---@field sources? perilune.Configuration.sources
---@field sinks? perilune.Configuration.sinks

---@class perilune.Configuration.limits
---@field time? integer Milliseconds of running time that a script has for one event.
---@field memory? integer Megabytes that a script has on each worker.
---@field instructions? integer VM instructions that a script has for one event.
---@field event? integer Bytes that a line of a log may have.

---@class perilune.Configuration.reload
---@field tests? boolean Whether a new version of a script must pass its tests before a running host takes it.

---@class perilune.Configuration.sources
---@field logs? string|string[] Logs that process reads where none is named.
---@field as? "event"|"link" What a line of a log is: a CloudEvent, or a plain URL.
---@field listen? string Where serve listens, as HOST:PORT.
---@field tokenFile? string A file with the bearer token that senders to /events must show, or credential:NAME.
---@field anonymous? boolean Whether anybody on the network may send events.
---@field certificate? string The certificate chain, PEM.
---@field key? string The private key of the certificate, PEM, or credential:NAME.
---@field maxBody? integer Bytes that a body with CloudEvents may have.
---@field maxWaiting? integer Events that may wait to be decided.

---@class perilune.Configuration.sinks
---@field output? string Where emitted values go.
---@field records? string Where records go: the decision log.
---@field quarantine? string Where process keeps events that could not be processed.

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
