/// A module that scripts can `require`, declared in one place: the bridge makes it callable, the checker
/// knows its names, and the editor definitions are generated from it.
public struct HostModule: Sendable {
    /// The name in `require "…"`.
    public let name: String
    /// What the module provides, in one sentence.
    public let summary: String
    /// The grant without which a script cannot `require` it; `nil` for a module that reaches nothing outside.
    public let grant: String?
    /// The functions of the module, which scripts call.
    public let functions: [HostFunction]
    /// Constants that the bridge itself provides, for the definitions.
    public let fields: [Field]
    /// The part of the module that is written in Lua, such as an iterator or a function with defaults; `nil` if there is none.
    ///
    /// It runs in the script's sandbox when the module is first required, with the module as its
    /// argument, and fills in what is declared as ``HostFunction/Body/native``. Where nothing else is declared,
    /// it is a file like those beside a script, and returns the module.
    public let lua: String?
    /// Functions that a delegate may have for the module's own events.
    public let delegateFunctions: [DelegateFunction]
    /// Tables that its functions take or return, for the definitions.
    package var classes: [Class] { makeClasses() }
    // Made on demand: only definitions for editors need them, and there are many.
    private let makeClasses: @Sendable () -> [Class]
    private let isPart: Bool

    /// Declares a module whose functions take tables of certain fields.
    package init(
        _ name: String, _ summary: String, grant: String?,
        classes: @autoclosure @escaping @Sendable () -> [Class],
        delegateFunctions: [DelegateFunction], _ functions: [HostFunction]
    ) {
        self.name = name
        self.summary = summary
        self.grant = grant
        makeClasses = classes
        self.delegateFunctions = delegateFunctions
        self.functions = functions
        fields = []
        lua = nil
        isPart = false
    }

    /// Declares a module.
    public init(
        _ name: String, _ summary: String, grant: String? = nil, fields: [Field] = [],
        lua: String? = nil, delegateFunctions: [DelegateFunction] = [],
        _ functions: [HostFunction] = []
    ) {
        self.name = name
        self.summary = summary
        self.grant = grant
        self.fields = fields
        self.lua = lua
        self.delegateFunctions = delegateFunctions
        self.functions = functions
        makeClasses = { [] }
        isPart = false
    }

    /// Declares a module whose functions are all made by its part in Lua.
    ///
    /// The part also gets `fail(message, hint)`, which raises an error at the line of the script, and
    /// `reserve_state(name, use)`, which keeps a member of `state` for it, with a lifetime, or with timers that a method
    /// reads; `mark_timer_handled()`, which that method calls; and `add_notice(kind, name)`, `count_notice(notice)` and
    /// `mark_found(notice)` for ``Notices``.
    package init(
        _ name: String, _ summary: String, part: String, _ functions: [HostFunction]
    ) {
        self.name = name
        self.summary = summary
        self.functions = functions
        grant = nil
        fields = []
        lua = part
        delegateFunctions = []
        makeClasses = { [] }
        isPart = true
    }

    /// Whether the module belongs to a plugin's own files: its name begins with that of the plugin, as in
    /// `vip/levels`.
    ///
    /// Other scripts cannot require it by that name, so the definitions do not include it.
    package var isInternal: Bool { name.contains("/") }

    /// Whether all of it is written in Lua.
    package var isLuaFile: Bool {
        lua != nil && !isPart
            && functions.allSatisfy { if case .native = $0.body { true } else { false } }
    }

    /// A table that functions take or return.
    package struct Class: Sendable {
        /// The name.
        package let name: String
        /// One sentence.
        package let summary: String
        /// The fields; an optional one ends in a question mark.
        package let fields: [Field]

        package init(_ name: String, _ summary: String, _ fields: [Field]) {
            self.name = name
            self.summary = summary
            self.fields = fields
        }
    }

    /// A value of a module.
    public struct Field: Sendable {
        /// The name of the field in the module's table.
        public let name: String
        /// The type, in the notation of the editor definitions.
        public let type: String
        /// What the value is, in one sentence.
        public let summary: String

        /// Declares a value.
        public init(_ name: String, _ type: String, _ summary: String) {
            self.name = name
            self.type = type
            self.summary = summary
        }
    }
}

/// A function of a host module.
public struct HostFunction: Sendable {
    /// The name under which scripts call it.
    public let name: String
    /// What the function does, in one sentence.
    public let summary: String
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// The type of the result, in the notation of the editor definitions; `nil` if it returns nothing.
    public let returns: String?
    /// The implementation.
    public let body: Body
    /// Whether its calls have ``HostCall/data``; numbers in it that a value cannot represent are strings in the arguments.
    package var keepsData = false
    /// Whether its arguments are only shown: numbers in them that a value cannot represent are strings.
    package var showsArguments = false

    /// Whether only the module's part in Lua calls it: its name begins with `_`.
    public var isInternal: Bool { name.hasPrefix("_") }

    /// Declares a function.
    public init(
        _ name: String, _ summary: String, _ parameters: [Parameter] = [], returns: String? = nil,
        _ body: Body
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.returns = returns
        self.body = body
    }

    /// The implementation of a function.
    public enum Body: Sendable {
        /// Returns its result at once.
        case sync(@Sendable ([Value], HostCall) throws(PeriluneError) -> Value?)
        /// Writes its result as JSON at once, or nothing for `nil`. For functions that are called often.
        case json(@Sendable ([Value], HostCall, inout [UInt8]) throws(PeriluneError) -> Void)
        /// Suspends the script until it returns; the worker processes other events meanwhile.
        case async(@Sendable ([Value], AsyncHostCall) async throws -> Value?)
        /// The bridge, or the module's part in Lua, provides it; declared here for the checker and the
        /// editor definitions.
        case native
    }

    /// A parameter.
    ///
    /// Arguments are checked against it before the body is called.
    public struct Parameter: Sendable {
        /// The name in error messages and in the editor definitions.
        public let name: String
        /// The type that an argument must have.
        public let type: ParameterType
        /// Whether it may be left out.
        public let isOptional: Bool
        /// One sentence.
        public let summary: String
        /// The class of the table, for the definitions.
        package let className: String?

        /// Declares a parameter.
        public init(
            _ name: String, _ type: ParameterType, optional: Bool = false, _ summary: String
        ) {
            self.name = name
            self.type = type
            self.isOptional = optional
            self.summary = summary
            className = nil
        }

        /// Declares a parameter that is a table of a class of the module.
        package init(_ name: String, class className: String, _ summary: String) {
            self.name = name
            type = .table
            isOptional = false
            self.summary = summary
            self.className = className
        }
    }

    /// The type of a parameter, as Lua sees it.
    public enum ParameterType: String, Sendable, CaseIterable {
        case string, number, integer, boolean, table, any

        /// Whether a value has the type.
        package func accepts(_ value: Value) -> Bool {
            switch (self, value) {
            case (.any, _), (.string, .string), (.number, .integer), (.number, .number),
                (.integer, .integer), (.boolean, .bool), (.table, .array), (.table, .object):
                true
            default: false
            }
        }
    }
}

/// The call of a host function.
public struct HostCall {
    /// The script's name.
    public let script: String
    /// The event's commander; `nil` while the top level of the file runs.
    public let commander: Commander?
    /// The event's time, microseconds since 1970.
    public let clock: Int64
    /// Where log lines go.
    public let log: any LogSink
    /// The grants of the script.
    public let grants: Grants
    /// The files that modules read for the script; `nil` if there are none, as in a shared library.
    package let files: (any SharedFiles)?
    /// Whether the event has a time, because `clock` is also 0 for 1970-01-01.
    package let hasTime: Bool
    /// The member `data` of the first argument as JSON, in which numbers are spelled as in the event.
    package var data: [UInt8]?

    /// Makes a call.
    public init(
        script: String, commander: Commander?, clock: Int64, log: any LogSink,
        grants: Grants = .all
    ) {
        self.init(
            script: script, commander: commander, clock: clock, hasTime: clock != 0, log: log,
            grants: grants, files: nil)
    }

    package init(
        script: String, commander: Commander?, clock: Int64, hasTime: Bool, log: any LogSink,
        grants: Grants, files: (any SharedFiles)?
    ) {
        self.hasTime = hasTime
        self.grants = grants
        self.files = files
        self.script = script
        self.commander = commander
        self.clock = clock
        self.log = log
    }
}

/// Gets the log lines of scripts.
public protocol LogSink: Sendable {
    /// Takes one line.
    func log(_ line: LogLine)
}

/// Drops log lines.
public struct SilentLog: LogSink {
    /// A log that drops lines.
    public init() {}
    /// Drops a line.
    public func log(_ line: LogLine) {}
}

/// One line that a script logged.
public struct LogLine: Sendable, Hashable {
    /// `debug`, `info`, `warn` or `error`.
    public let level: String
    /// The message that the script passed.
    public let message: String
    /// The fields that the script passed, an object; `nil` if there are none.
    public let fields: Value?
    /// The name of the script that logged the line.
    public let script: String
    /// The id of the event; `nil` if the script logged outside an event.
    public let event: String?

    /// Creates a line.
    public init(level: String, message: String, fields: Value?, script: String, event: String?) {
        self.level = level
        self.message = message
        self.fields = fields
        self.script = script
        self.event = event
    }
}
