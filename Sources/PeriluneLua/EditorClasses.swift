/// The definitions that no module declares: events, delegates, and what is left of the globals.
enum EditorClasses {
    static let head = """
        ---@meta
        -- Generated from the declarations in Swift. To update it:
        -- PERILUNE_UPDATE=1 swift test --filter EditorDefinitionsTests

        --- An event. It cannot be changed; json.with returns a changed copy.
        ---@class Event
        ---@field id string unique within its source
        ---@field source string the sender
        ---@field type string a dotted name such as link.drill
        ---@field specversion string
        ---@field subject? string the subject of the event
        ---@field time? string when it happened, RFC 3339
        ---@field partitionkey? string the ordering key: events with the same key are processed in order
        ---@field data any the payload; for a link its url and view
        ---@field captures table<integer|string, string|number> what the wildcards of the script's url rule matched
        ---@field [string] any extension attributes

        --- What a script returns: the events that it gets, and what it does with them.
        ---
        --- The host checks the declared conditions (on, evt, url, where) before it calls the script; all must match.
        ---@class Delegate
        ---@field on? string|string[] event types; * stands for one or more segments: link.*
        ---@field evt? integer|string|(integer|string)[] event numbers of link drills: 4001, "4000..4099", "custom"
        ---@field url? string|string[] link rules such as mstr://?evt=4001&reportID=*
        ---@field where? table<string, any> required values of fields, by dotted path
        ---@field priority? integer delegates with a higher priority get events first
        ---@field key? string|fun(event: Event): string|integer the ordering key of events and state: "all", a path, or a function
        ---@field version? integer the version of the state; default: 1
        ---@field migrate? fun(old: table, from: integer): table converts state of an older version
        ---@field shouldHandle? fun(event: Event): boolean? returns whether to call execute; not called for custom events
        ---@field execute? fun(event: Event, commander: Commander): any processes the event
        ---@field shouldHandleLinkDrillNavigation? fun(self: Delegate): boolean? returns whether to call executeURL
        ---@field tests? Case[]|fun(test: perilune.test): Case[] test cases for perilune test
        ---@field executeURL? fun(self: Delegate, url: string, commander: Commander, view: string?): any processes a link

        """

    /// What the list of a test file holds.
    static let cases = """
        --- A test case: events, or a function that processes them, and the expected results.
        ---@class Case
        ---@field name string what the script must do
        ---@field events? any[]|{ log: string, where?: table<string, any>, limit?: integer } links, tables, or events of a log
        ---@field run? fun(t: perilune.test) a function that processes events with t.decide, instead of events
        ---@field records? any expected records of the events; fields that are not mentioned are ignored
        ---@field output? any expected emitted values, compared in full; also called emitted
        ---@field emitted? any
        ---@field published? any expected published events; fields that are not mentioned are ignored
        ---@field log? any expected log lines, or their messages
        ---@field count? table<string, any> expected numbers of outcomes, effects by kind, emitted, published, log, errors
        ---@field state? { before?: table<string, any>, after?: table<string, any> } the state before and the expected state after, by key
        ---@field time? string the time of events without one, RFC 3339
        ---@field seed? integer random seed
        ---@field script? string the script; default: the one beside the test file
        ---@field scripts? string[] the scripts, in the order in which they get events
        ---@field answers? table<string, any> the answers of effects, by kind and entity: crm.retrieve lead
        ---@field calls? any the expected effects that were answered
        ---@field crm? { before?: any[], after?: any[], answers?: table<string, any>, calls?: any, sample?: boolean }
        ---@field charts? { open?: string[], after?: table<string, any> }
        ---@field skip? boolean|string skips the case; a string gives the reason

        """

    /// `os` without what reaches outside, in place of the editor's own.
    static let globals = """
        --- Times come from the event, so that processing it again gives the same result.
        ---@class oslib
        os = {}

        --- Returns the event's time, or the time in a table, in whole seconds since 1970.
        ---@param table? table year, month, day, and optionally hour, min, sec
        ---@return integer
        function os.time(table) end

        --- Formats a time, in UTC.
        ---@param format? string as for strftime; *t returns a table
        ---@param time? integer seconds since 1970; default: the event's time
        ---@return string|table
        function os.date(format, time) end

        --- Returns a number that grows with each call; it is not a clock, so that results repeat.
        ---@return number
        function os.clock() end

        --- Returns the seconds between two times.
        ---@param later integer
        ---@param earlier integer
        ---@return number
        function os.difftime(later, earlier) end

        --- Loads a host module, or a file beside the script.
        ---@param name string
        ---@return any
        function require(name) end

        """
}
