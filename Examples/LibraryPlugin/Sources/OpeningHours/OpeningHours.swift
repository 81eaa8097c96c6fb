import PeriluneLibrary

/// Lets rules tell whether an office is open: one of each thing that a plugin can provide.
///
/// ```lua
/// return {
///   on = "link.*",
///   hours = "closed",  -- the plugin checks it before the script runs
///   execute = function(event, commander) return commander:reject("the office is closed") end,
/// }
/// ```
public struct OpeningHours: Plugin {
    /// The name that messages and `perilune plugin list` show.
    public let name = "opening-hours"
    /// The version of this plugin.
    public let version = "1.0.0"
    /// What the plugin does.
    public let summary = "Tells whether an office is open."
    /// The grant of the module `hours`.
    static let grant = GrantKind("hours", "The opening hours of the office.", scopes: .none)
    /// What configurations can grant to scripts.
    public var grantKinds: [GrantKind] { [Self.grant] }
    /// The opening hours, UTC.
    let hours: Hours

    /// Creates the plugin.
    public init(_ hours: Hours = Hours()) { self.hours = hours }

    /// Registers what the plugin provides.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for type in OfficeSource.eventTypes + [DoorLine.eventType] { registry.add(type) }
        try registry.add(HoursCondition(hours: hours))
        try registry.add(DoorCodec())
        try registry.add(HTTPSource.doors)
        try registry.add(OfficeSource(hours: hours))
        try registry.add(JournalFactory())
        try registry.add(
            HostModule(
                "hours", "Knows the opening hours of the office.", grant: Self.grant.name,
                [
                    HostFunction(
                        "open", "Returns whether the office is open at a time.",
                        [
                            .init(
                                "time", .string, optional: true,
                                "an RFC 3339 time; default: the event's time")
                        ],
                        returns: "boolean",
                        .sync { [hours] arguments, call throws(PeriluneError) in
                            guard let text = arguments.first?.string else {
                                return .bool(hours.areOpen(microseconds: call.clock))
                            }
                            return .bool(try hours.areOpen(at: text))
                        })
                ]))
        try registry.add(
            PluginCommand(
                "hours", "Tell whether the office is open",
                operands: .init("TIME", "A time, such as 2026-03-02T09:30:00Z.")
            ) { [hours] run in
                let isOpen = try hours.areOpen(at: run.operands[0])
                try run.write(isOpen ? "open\n" : "closed\n")
                return isOpen ? 0 : 1
            })
    }
}

/// The entry point of the library.
@_cdecl("perilune_plugin")
public func perilunePlugin(_ abi: UInt32, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
    PluginExport.serve(abi, host) { settings in OpeningHours(try Hours(settings)) }
}
