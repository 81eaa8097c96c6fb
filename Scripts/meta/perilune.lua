---@meta
-- Generated from the declarations in Swift. After a change of those:
-- PERILUNE_UPDATE=1 swift test --filter EditorDefinitionsTests

--- An event, read where it is asked for; it cannot be changed (json.with makes a changed one).
---@class Event
---@field id string unique for its source
---@field source string where it comes from
---@field type string a dotted name such as link.drill
---@field specversion string
---@field subject? string what it is about
---@field time? string when it happened, RFC 3339
---@field partitionkey? string events of one key stay in order
---@field data any the payload; of a link its url and view
---@field [string] any further attributes

--- What a script returns: what it is interested in, and what it does.
---
--- All conditions that are declared must fit; the host looks at them without asking the script.
---@class Delegate
---@field on? string|string[] types, with * for one or more segments: link.*
---@field evt? integer|"custom"|(integer|"custom")[] event numbers of links
---@field url? string|string[] link rules such as mstr://?evt=4001&reportID=*
---@field where? table<string, any> values that fields must have, by their dotted path
---@field priority? integer higher ones are asked first
---@field key? string|fun(event: Event): string|integer what state follows: "all", a path, or a function
---@field version? integer of the state that it keeps; 1 where it says none
---@field migrate? fun(old: table, from: integer): table makes its state of an older version's
---@field shouldHandle? fun(event: Event): boolean? whether it takes a stock event
---@field execute? fun(event: Event, commander: Commander): any acts
---@field shouldHandleLinkDrillNavigation? fun(self: Delegate): boolean? whether it takes links
---@field tests? Case[]|fun(test: perilune.test): Case[] cases that perilune test runs
---@field executeURL? fun(self: Delegate, url: string, commander: Commander, view: string?): any follows a link
---@field willSelectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.selection.category: Somebody selects it. Answer false to refuse.
---@field didSelectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.category: It was selected.
---@field willDeselectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.deselection.category: Somebody deselects it. Answer false to refuse.
---@field didDeselectCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.category: It was deselected.
---@field willSelectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.selection.item: Somebody selects it. Answer false to refuse.
---@field didSelectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.item: It was selected.
---@field willDeselectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.deselection.item: Somebody deselects it. Answer false to refuse.
---@field didDeselectDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.item: It was deselected.
---@field willSelectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.selection.series: Somebody selects it. Answer false to refuse.
---@field didSelectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.series: It was selected.
---@field willDeselectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.deselection.series: Somebody deselects it. Answer false to refuse.
---@field didDeselectSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.deselection.series: It was deselected.
---@field willSelectItems? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.selection.items: Somebody selects a rectangle. Answer false to refuse.
---@field didSelectItems? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.items: What a rectangle holds was selected.
---@field didDoubleTapOnCategory? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.category: A category was tapped twice.
---@field didDoubleTapOnSeries? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.series: A series was tapped twice.
---@field didDoubleTapOnDataItem? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.item: A data item was tapped twice.
---@field willChangeDrillDownLevel? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.drill: Somebody drills down or up. Answer false to refuse.
---@field didChangeDrillDownLevel? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.drill: Another level of a drill-down is on show.
---@field categoryLevelChanged? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.level: Another zooming level is on show.
---@field didUpdateRange? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.range: Another part of the categories is on show.
---@field didSort? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.sort: Categories are in another order.
---@field willFilter? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.filter: Somebody sets a filter. Answer false to refuse.
---@field didFilter? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.filter: A filter was set.
---@field willChangeVariable? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.variable: Somebody sets a variable. Answer false to refuse.
---@field didChangeVariable? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.variable: A variable was set.
---@field didChangeWhatIf? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.whatif: A what-if value was set.
---@field willRefresh? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.refresh: The rows are about to be asked for anew. Answer false to refuse.
---@field didRefresh? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.refresh: The rows were asked for anew.
---@field didSelectOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.selection.node: A node of a diagram was selected.
---@field didDoubleTapOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.tap.node: A node was tapped twice.
---@field willChangeValueOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): boolean? chart.will.node: Somebody sets the value of a node. Answer false to refuse.
---@field didChangeValueOnMetricNode? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.node: The value of a node was set.
---@field executeQuery? fun(self: Delegate, subject: string, data: table, commander: Commander): any chart.query: Answers the rows of a query: a list of tables.

--- One case of a test file: events, or a function, and what must come of it.
---@class Case
---@field name string what the script is to do
---@field events? any[]|{ log: string, where?: table<string, any>, limit?: integer } links, tables, or a part of a log
---@field run? fun(t: perilune.test) in place of events: decides them itself
---@field records? any what became of the events, as far as it is written
---@field output? any what was emitted, in full; also emitted
---@field emitted? any
---@field published? any events that were published, as far as they are written
---@field log? any lines, or their messages
---@field count? table<string, any> how many: outcomes, effects by kind, emitted, published, log, errors
---@field state? { before?: table<string, any>, after?: table<string, any> } by key
---@field time? string the time of events that have none, RFC 3339
---@field seed? integer what random numbers follow from
---@field script? string the script, where it is not the one beside the file
---@field scripts? string[] the scripts, in the order in which they are asked
---@field answers? table<string, any> what effects answer, by kind and entity: crm.retrieve lead
---@field calls? any the effects that were answered
---@field crm? { before?: any[], after?: any[], answers?: table<string, any>, calls?: any, sample?: boolean }
---@field charts? { open?: string[], after?: table<string, any> }
---@field skip? boolean|string why it is not run

--- Dashboards that are open: what is selected, drilled, filtered and set.
---@class perilune.charts
local charts = {}

--- Selects a category, a series, one item, or several items.
---@async
---@param chart string the chart
---@param what table category, series, both, items, or node
function charts.select(chart, what) end

--- Takes a selection back.
---@async
---@param chart string the chart
---@param what table category, series, both, items, or node
function charts.deselect(chart, what) end

--- Drills into a category, a series or both; or up again.
---@async
---@param chart string the chart
---@param what table category, series; or to, the level to go up to
function charts.drill(chart, what) end

--- Shows a level of a zooming chart.
---@async
---@param chart string the chart
---@param level integer from 0, the coarsest
function charts.level(chart, level) end

--- Sets a filter of the dashboard; without a choice it is off.
---@async
---@param dashboard string the dashboard
---@param filter string the filter
---@param choice? table values, a list; or lower and upper
function charts.filter(dashboard, filter, choice) end

--- Sets a variable of the dashboard.
---@async
---@param dashboard string the dashboard
---@param variable string the variable, such as $region
---@param value any a number, a boolean or a text
function charts.set(dashboard, variable, value) end

--- Sets a what-if column for the rows of a category.
---@async
---@param chart string the chart
---@param what table category, column and value
function charts.whatif(chart, what) end

--- Sets the value of a node of an influence diagram.
---@async
---@param diagram string the diagram
---@param node string the node
---@param value any a number, or relative as "+10%"
function charts.node(diagram, node, value) end

--- Takes back all that was done to a chart, or to a dashboard.
---@async
---@param chart string the chart, or the dashboard
function charts.reset(chart) end

--- Asks for the rows anew.
---@async
---@param dashboard string the dashboard
function charts.refresh(dashboard) end

--- Puts categories in the order of a value; without a column as they were.
---@async
---@param chart string the chart
---@param column? string a value or a series
---@param ascending? boolean true without it
function charts.sort(chart, column, ascending) end

--- Shows a part of the categories.
---@async
---@param chart string the chart
---@param lower number from 0
---@param upper number to 1
function charts.range(chart, lower, upper) end

--- Hides a series, or shows it again.
---@async
---@param chart string the chart
---@param series string the series
---@param shown boolean false hides it
function charts.show(chart, series, shown) end

--- What one node must be for another to reach a number, as the diagram stands.
---@async
---@param diagram string the diagram
---@param what table goal, target and lever; lower and upper, within which
---@return { answer: string, value?: number, sensitivities: table<string, number> }
function charts.seek(diagram, what) end

--- What was done to a dashboard or a chart: selected, drilled, filtered and set.
---@async
---@param view string the dashboard, or the chart
---@return table
function charts.state(view) end

--- The names of all dashboards and charts.
---@return string[]
function charts.views() end

--- What `execute` acts with; its methods are called with a colon.
---@class Commander
local commander = {}

--- Writes a value to the output, one line of JSON.
---@param value any anything but a function; event data goes out byte for byte
function commander:emit(value) end

--- Leaves the event to the default handler.
---@param url? string handle this link instead
function commander:default(url) end

--- Handles a link as usual, by the default handler.
---@param url string the event's link, or another one
function commander:handleURLLink(url) end

--- Refuses the event; the record keeps the reason.
---@param reason? any one sentence, or a table with reason
function commander:reject(reason) end

--- Not mine after all: the next delegate is asked.
function commander:pass() end

--- Puts a new event on the bus, to be decided after this one.
---@param event table type, and as needed subject, source, data
function commander:publish(event) end

--- Requests to a CRM organization; each is an effect of the event.
---@class perilune.crm
---@field null any clears an attribute: the same as json.null
local crm = {}

--- Creates a record and answers its id. Repeated after a crash, it finds its own record.
---@async
---@param entity string the logical name of the table: lead
---@param attributes table values by logical name
---@param options? table organization: another than the first; version: only if the record still has it; formatted: texts as people see them
---@return string
function crm.create(entity, attributes, options) end

--- Reads a record: a table with id, logicalname and the attributes that have values.
---@async
---@param entity string the logical name of the table: lead
---@param record any its id, or a table with id
---@param columns? any logical names; all without it
---@param options? table organization: another than the first; version: only if the record still has it; formatted: texts as people see them
---@return table<string, any>
function crm.retrieve(entity, record, columns, options) end

--- Reads records, a page when it is needed: for record in crm.retrieveMultiple(query) do.
---@param query any FetchXML, FetchXML as a table, or the name of a table
---@param options? table with a name: select, filter, orderby, top (OData); also count, formatted, organization
---@return fun(): table<string, any>?
function crm.retrieveMultiple(query, options) end

--- Changes the attributes that are given; crm.null clears one, the others stay.
---@async
---@param entity string the logical name of the table: lead
---@param record any its id, or a table with id
---@param attributes table values by logical name
---@param options? table organization: another than the first; version: only if the record still has it; formatted: texts as people see them
function crm.update(entity, record, attributes, options) end

--- Deletes a record.
---@async
---@param entity string the logical name of the table: lead
---@param record any its id, or a table with id
---@param options? table organization: another than the first; version: only if the record still has it; formatted: texts as people see them
function crm.delete(entity, record, options) end

--- Sends any message: crm.execute { "SetState", EntityMoniker = lead, State = 1, Status = 2 }.
---@param request table the message's name first, then its parameters
---@param options? table organization: another than the first; version: only if the record still has it; formatted: texts as people see them
---@return table
function crm.execute(request, options) end

--- JSON text to values and back; changed copies of what the event holds.
---@class perilune.json
---@field null any JSON null: not nil, so that it survives in tables
local json = {}

--- A value as JSON text; names are sorted.
---@param value any anything but a function
---@return string
function json.encode(value) end

--- The value of JSON text.
---@param text string one document
---@return any
function json.decode(text) end

--- A table of one's own from a part of the event.
---@param value any a part of the event, or a table
---@return any
function json.copy(value) end

--- The object with some members set; the rest stays byte for byte.
---@param object any a part of the event, or a table
---@param changes table names and new values
---@return any
function json.with(object, changes) end

--- The object without some members; the rest stays byte for byte.
---@param object any a part of the event, or a table
---@param ... string the names
---@return any
function json.without(object, ...) end

--- The spelling of a member of the event, as raw JSON.
---@param object any a part of the event
---@param name? string a member; without it the whole part
---@return string?
function json.text(object, name) end

--- Marks a table as an array: `[]` even when empty.
---@param table? table a sequence
---@return table
function json.array(table) end

--- Marks a table as an object: `{}` even when it looks like a sequence.
---@param table? table a table with names as keys
---@return table
function json.object(table) end

--- Link drills taken apart: events, parameters, prompt answers, edit links.
---@class perilune.link
local link = {}

--- Takes a link apart: scheme, host, path, number, name, custom, known, target, parameters, all, prompts, events, warnings.
---@param url string a link; secrets in it are not masked in the answer
---@return table
function link.parse(url) end

--- Percent-encodes a text for a parameter of a link.
---@param text string any text
---@return string
function link.encode(text) end

--- The link, or any other text, with its secrets replaced by ***.
---@param url string a link, or a text with links
---@return string
function link.redact(url) end

--- Reads an XML document of edit links: links, and which is the default.
---@param xml string a document with the root ud
---@return table
function link.editLinks(xml) end

--- Lines for the people who run the rules.
---@class perilune.log
local log = {}

--- Logs a line at the level debug.
---@param message string one sentence
---@param fields? table values beside it
function log.debug(message, fields) end

--- Logs a line at the level info.
---@param message string one sentence
---@param fields? table values beside it
function log.info(message, fields) end

--- Logs a line at the level warn.
---@param message string one sentence
---@param fields? table values beside it
function log.warn(message, fields) end

--- Logs a line at the level error.
---@param message string one sentence
---@param fields? table values beside it
function log.error(message, fields) end

--- Customized login screens, as a device shows them.
---@class perilune.login
local login = {}

--- A screen with every default filled in: style, background, icon, labels, buttons.
---@param screen string its name
---@param options? table device: ipad, iphone-x, ...; orientation: landscape or portrait
---@return table
function login.resolve(screen, options) end

--- URL patterns and link rules: typed values of links, conflicts of patterns.
---@class perilune.patterns
local patterns = {}

--- The typed values of an address that a pattern matches, else nil.
---@param pattern string such as l:(animal)Domain/s:Name/i:Age
---@param url string an address
---@return table?
function patterns.match(pattern, url) end

--- The captured values of a link that a link rule fits, else nil.
---@param rule string such as ?evt=10000001&customer={number:i}
---@param url string a link
---@return table?
function patterns.capture(rule, url) end

--- Pairs of patterns that share an address: relation, first, second, winner, example.
---@param patterns table a list of patterns, in the order of registration
---@return table[]
function patterns.conflicts(patterns) end

--- Pictures of views, and sending them.
---@class perilune.snapshot
local snapshot = {}

--- Takes a picture of a view; the answer stands for it: snapshot (its id), view, format, width, height.
---@param view? string the view; the first there is without it
---@param options? table format: png (usual), svg or pdf; width, height, scale, theme, locale, orientation; annotate: what to mark in the picture
---@return table
function snapshot.capture(view, options) end

--- Sends a picture; the answer has share (its id), snapshot and where it went.
---@param snapshot table what snapshot.capture answered
---@param options? table file: a name in the folder; to: an address or a list of them, subject, text; upload: a name of the configuration
---@return table
function snapshot.share(snapshot, options) end

--- The bytes of a picture as Base64.
---@param snapshot table what snapshot.capture answered
---@return string
function snapshot.base64(snapshot) end

--- A table kept between events, one for each script and key (partitionkey, else source).
---@class perilune.state
---@field [string] any
local state = {}

--- Events, conditions and assertions for test files.
---@class perilune.test
---@field any any Stands for any value but nil.
---@field absent any Stands for a member that must not be there.
---@field crm table Events of the CRM: test.crm.update("lead", { leadqualitycode = 1 }).
local test = {}

--- The event of somebody following a link.
---@param url string the link
---@param view? string the view that the tap came from
---@return table
function test.link(url, view) end

--- An event.
---@param type string such as chart.selection.category
---@param data? any its payload
---@param attributes? table id, source, subject, time, …
---@return table
function test.event(type, data, attributes) end

--- Stands for text that a Lua pattern matches.
---@param pattern string such as ^%d+$
---@return table
function test.matches(pattern) end

--- Stands for text with a part, or a list with an element.
---@param part any the part, or what the element has at least
---@return table
function test.contains(part) end

--- Stands for a number that is near another one.
---@param number number the number
---@param tolerance? number the largest distance; 1e-9
---@return table
function test.approx(number, tolerance) end

--- One answer after the other; the last one is repeated.
---@param ... any the answers
---@return table
function test.sequence(...) end

--- An answer that is an error.
---@param code string such as crm.fault
---@param message? string one sentence
---@return table
function test.error(code, message) end

--- Fails unless two values are the same, however deep.
---@param found any what there is
---@param expected any what there should be
---@param what? string what it is about
function test.equal(found, expected, what) end

--- Fails unless a value has at least what is expected.
---@param found any what there is
---@param expected any what there should be at least
---@param what? string what it is about
function test.like(found, expected, what) end

--- Fails unless a value is true.
---@param value any the value
---@param what? string what should be true
---@return any
function test.ok(value, what) end

--- Fails unless a function raises an error; answers the error.
---@param f any the function
---@param pattern? string a pattern that the message matches
---@return any
function test.fails(f, pattern) end

--- Compares a value with the one that is kept beside the test file; without one, stands for it.
---@param value? any the value
---@param name? string which of the case's snapshots
function test.snapshot(value, name) end

--- Fails.
---@param message string why
function test.fail(message) end

--- Decides events by the scripts; answers the record of the first.
---@async
---@param event any a link or a table
---@param ...? any more
---@return table
function test.decide(event, ...) end

--- What the scripts keep for a key.
---@param key string the partitionkey or source of events; "all"
---@return table?
function test.state(key) end

--- Gives the scripts what they keep for a key.
---@param key string the partitionkey or source of events; "all"
---@param value any a table; false for nothing
function test.setState(key, value) end

--- Declares what an effect answers, as answers of a case does.
---@param effect string such as crm.retrieve lead
---@param value any the answer
function test.answer(effect, value) end

--- The effects that were answered so far.
---@return table
function test.calls() end

--- The event's time: deciding an event again later sees the same.
---@class perilune.time
local time = {}

--- The event's time in seconds since 1970, with fraction.
---@return number
function time.now() end

--- A time as RFC 3339 in UTC.
---@param seconds? number since 1970; the event's time without it
---@return string
function time.text(seconds) end

--- Seconds since 1970 from RFC 3339, or nil.
---@param text string such as 2026-11-21T10:30:00Z
---@return number?
function time.parse(text) end

--- Addresses taken apart and put together.
---@class perilune.url
local url = {}

--- Takes an address apart: scheme, host, port, path, query, fragment, parameters, all.
---@param url string an address, absolute or relative
---@return table
function url.parse(url) end

--- Percent-encodes all but letters, digits and - . _ ~
---@param text string any text
---@return string
function url.encode(text) end

--- Decodes percent escapes; as written where they do not make UTF-8.
---@param text string an encoded text
---@param plusIsSpace? boolean whether + means a space
---@return string
function url.decode(text, plusIsSpace) end

--- Makes a query from a table; names are sorted, a list repeats its name.
---@param parameters table names and values: texts, numbers, booleans, lists
---@return string
function url.query(parameters) end

--- The address with some parameters set; all others stay as they are written.
---@param url string an address
---@param changes table names and new values; json.null removes a parameter
---@return string
function url.with(url, changes) end

--- The event's time: the same whenever the event is decided.
---@class oslib
os = {}

--- The event's time, or that of a table, in whole seconds since 1970.
---@param table? table year, month, day, and as needed hour, min, sec
---@return integer
function os.time(table) end

--- A time as text, in UTC.
---@param format? string as strftime; *t for a table
---@param time? integer seconds since 1970; the event's time without it
---@return string|table
function os.date(format, time) end

--- Counts up with each call; no clock, so that deciding again gives the same.
---@return number
function os.clock() end

--- Seconds between two times.
---@param later integer
---@param earlier integer
---@return number
function os.difftime(later, earlier) end

--- A host module, or a file beside the script.
---@param name string
---@return any
function require(name) end
