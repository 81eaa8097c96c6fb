internal import PeriluneCore

extension BuiltInModules {
    private static let name = HostFunction.Parameter(
        "name", .string, optional: true, "which timer of the ordering key; default: timer")

    static let timer = HostModule(
        "timer",
        "Calls onTimer(name, commander) at a time of events, one timer for each name and ordering key.",
        [
            HostFunction(
                "after",
                "Sets a timer, in place of the one of this name, to a time after the event.",
                [.init("duration", .string, "such as 30s, 10m or 1h30m"), name], .native),
            HostFunction(
                "at", "Sets a timer, in place of the one of this name, to a time.",
                [.init("seconds", .number, "since 1970, as time.now returns them"), name], .native),
            HostFunction("cancel", "Cancels a timer, if there is one.", [name], .native),
            HostFunction(
                "watermark",
                "Returns the latest time of an event so far, of any key, in seconds since 1970; nil if no event had a time.",
                returns: "number?", .native),
        ])
}
