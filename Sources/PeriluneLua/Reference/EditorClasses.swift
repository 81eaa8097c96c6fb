package import PeriluneCore

/// A class in the definitions for editors that no module declares.
package struct EditorClass {
    /// The name.
    let name: String
    /// The paragraphs of its description, a sentence or two each.
    let summary: [String]
    /// The fields; an optional one ends in a question mark.
    let fields: [HostModule.Field]

    package init(_ name: String, _ summary: [String], _ fields: [HostModule.Field]) {
        self.name = name
        self.summary = summary
        self.fields = fields
    }

    /// The class in the notation of the language server.
    package var definition: String {
        let text = summary.map { "--- \($0)\n" }.joined(separator: "---\n")
        return fields.reduce(into: text + "---@class \(name)\n") { text, field in
            let summary = field.summary.isEmpty ? "" : " \(field.summary)"
            text += "---@field \(field.name) \(field.type)\(summary)\n"
        }
    }
}

/// The definitions that no module declares: events, delegates, and the available globals.
enum EditorClasses {
    static let head = """
        ---@meta
        -- Generated from the declarations in Swift. To update it:
        -- PERILUNE_UPDATE=1 make test-only FILTER=EditorDefinitionsTests

        """

    static let event = EditorClass(
        "Event", ["An event. It cannot be changed; json.with returns a changed copy."],
        [
            .init("id", "string", "unique within its source"),
            .init("source", "string", "the sender"),
            .init("type", "string", "a dotted name such as link.drill"),
            .init("specversion", "string", "the version of CloudEvents: 1.0"),
            .init("subject?", "string", "the subject of the event"),
            .init("time?", "string", "when it happened, RFC 3339"),
            .init(
                "partitionkey?", "string",
                "the ordering key: events with the same key are processed in order"),
            .init("data", "any", "the payload; for a link its url and view"),
            .init(
                "captures", "table<integer|string, string|number>",
                "what the wildcards of the script's url rule matched"),
            .init("[string]", "any", "extension attributes"),
        ])

    /// The table that a script returns.
    static let delegate = EditorClass(
        "Delegate",
        [
            "What a script returns: the events that it gets, and what it does with them.",
            "The host checks the declared conditions (on, evt, url, where) before it calls the script; all must match.",
        ],
        [
            .init(
                "on?", "string|string[]", "event types; * stands for one or more segments: link.*"),
            .init(
                "evt?", "integer|string|(integer|string)[]",
                "event numbers of link drills: 4001, \"4000..4099\", \"custom\""),
            .init("url?", "string|string[]", "link rules such as mstr://?evt=4001&reportID=*"),
            .init("where?", "table<string, any>", "required values of fields, by dotted path"),
            .init("priority?", "integer", "delegates with a higher priority get events first"),
            .init(
                "key?", "string|fun(event: Event): string|integer",
                "the ordering key of events and state: \"all\", a path, or a function"),
            .init("version?", "integer", "the version of the state; default: 1"),
            .init(
                "migrate?", "fun(old: table, from: integer): table",
                "converts state of an older version"),
            .init(
                "expires?", "string|table<string, string>",
                "how long state is kept after its last change: \"10m\", or { seen = \"10m\" } for each member of state.seen"
            ),
            .init(
                "shouldHandle?", "fun(event: Event): boolean?",
                "returns whether to call execute; not called for custom events"),
            .init(
                "execute?", "fun(event: Event, commander: Commander): any", "processes the event"),
            .init(
                "onTimer?",
                "fun(self: Delegate, name: string, commander: Commander, event: Event): any",
                "is called when a timer of the module timer is due"),
            .init(
                "shouldHandleLinkDrillNavigation?", "fun(self: Delegate): boolean?",
                "returns whether to call executeURL"),
            .init(
                "tests?", "Case[]|fun(test: perilune.test): Case[]", "test cases for perilune test"),
            .init(
                "executeURL?",
                "fun(self: Delegate, url: string, commander: Commander, view: string?): any",
                "processes a link"),
        ])

    /// The class of delegates with the functions for the events of modules.
    static func delegate(with modules: [HostModule]) -> EditorClass {
        let functions = modules.flatMap(\.delegateFunctions).map { function in
            let returns =
                switch function.result {
                case .told, .answers: "any"
                case .asked: "boolean?, string?"
                }
            return HostModule.Field(
                "\(function.name)?",
                "fun(self: Delegate, subject: string, data: table, commander: Commander): \(returns)",
                "\(function.type): \(function.summary)")
        }
        return EditorClass(delegate.name, delegate.summary, delegate.fields + functions)
    }

    /// An element of the list in a test file.
    static let testCase = EditorClass(
        "Case",
        ["A test case: events, or a function that processes them, and the expected results."],
        [
            .init("name", "string", "what the script must do"),
            .init(
                "events?",
                "any[]|{ log: string, as?: string, codec?: table<string, any>, where?: table<string, any>, limit?: integer }",
                "links, tables, or events of a log"),
            .init(
                "run?", "fun(t: perilune.test)",
                "a function that processes events with t.decide, instead of events"),
            .init(
                "records?", "any",
                "expected records of the events; fields that are not mentioned are ignored"),
            .init("output?", "any", "expected emitted values, compared in full"),
            .init("emitted?", "any", "the same as output"),
            .init(
                "outputs?", "table<string, any>",
                "expected values emitted to named outputs, by name"),
            .init(
                "published?", "any",
                "expected published events; fields that are not mentioned are ignored"),
            .init("log?", "any", "expected log lines, or their messages"),
            .init(
                "count?", "table<string, any>",
                "expected numbers of outcomes, effects by kind, emitted, published, log, errors"),
            .init(
                "state?", "{ before?: table<string, any>, after?: table<string, any> }",
                "the state before and the expected state after, by key"),
            .init("time?", "string", "the time of events without one, RFC 3339"),
            .init("seed?", "integer", "random seed"),
            .init("script?", "string", "the script; default: the one beside the test file"),
            .init("scripts?", "string[]", "the scripts, in the order in which they get events"),
            .init(
                "answers?", "table<string, any>",
                "the answers of effects, by kind and entity: crm.retrieve lead"),
            .init("calls?", "any", "the expected effects that were answered"),
            .init(
                "crm?",
                "{ before?: any[], after?: any[], answers?: table<string, any>, calls?: any, sample?: boolean }",
                "records of a sandbox CRM before and the expected ones after, or the answers of a CRM"
            ),
            .init(
                "charts?", "{ open?: string[], after?: table<string, any> }",
                "the dashboards that are open, and their expected state"),
            .init("skip?", "boolean|string", "skips the case; a string gives the reason"),
        ])

    /// The functions of `os` that are available, in place of the editor's own definitions.
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
