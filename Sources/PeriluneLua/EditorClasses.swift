/// The definitions that no module declares: events, delegates, and what is left of the globals.
enum EditorClasses {
    static let head = """
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

        """

    /// What the list of a test file holds.
    static let cases = """
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

        """

    /// `os` without what reaches outside, in place of the editor's own.
    static let globals = """
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

        """
}
