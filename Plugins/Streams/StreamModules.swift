internal import PeriluneCore

/// The modules, each with its source, which the binary contains.
enum StreamModules {
    static let all = [aggregate, dedupe, join, sample, throttle, window]

    static func source(_ files: [UInt8]...) -> String {
        files.map { String(decoding: $0, as: UTF8.self) }
            .joined()
    }

    static let dedupe = HostModule(
        "dedupe", "Finds values that were seen before.",
        part: source(
            PackageResources.common_lua, PackageResources.keyed_lua, PackageResources.dedupe_lua),
        [
            HostFunction(
                "within",
                "Makes an object that remembers values for a time; seen(value) returns whether the value was seen within that time; if it was not, it is remembered.",
                [duration("how long a value is remembered"), options("name")],
                returns: "{ seen: fun(self, value: string|integer): boolean }", .native)
        ])

    static let throttle = HostModule(
        "throttle", "Limits how many events of an ordering key pass in a period.",
        part: source(
            PackageResources.common_lua, PackageResources.keyed_lua, PackageResources.throttle_lua),
        [
            HostFunction(
                "rate",
                "Makes a token bucket for each ordering key; allows() takes a token and returns whether there was one.",
                [
                    .init("count", .integer, "how many tokens the bucket holds"),
                    .init("period", .string, "the time in which it is filled, such as 1m"),
                    options("name"),
                ], returns: "{ allows: fun(self): boolean }", .native)
        ])

    static let sample = HostModule(
        "sample", "Selects a part of all values, the same in every run.",
        part: source(PackageResources.common_lua, PackageResources.sample_lua),
        [
            HostFunction(
                "rate", "Makes a sample; keeps(value) returns whether it contains the value.",
                [.init("rate", .number, "from 0 to 1, such as 0.01")],
                returns: "{ keeps: fun(self, value: string|integer): boolean }", .native)
        ])

    static let join = HostModule(
        "join", "Joins events that have the ordering key in common.",
        part: source(
            PackageResources.common_lua, PackageResources.keyed_lua,
            PackageResources.watermark_lua, PackageResources.join_lua),
        [
            HostFunction(
                "within",
                "Makes a join. add(side, value) returns the values of other sides at most this time away, and whether the value is late and matches none; unmatched(event), in onTimer, iterates over the values without a match.",
                [
                    duration("how far apart the events are at most"),
                    options("name, lateness, limit"),
                ],
                returns:
                    "{ add: fun(self, side: string, value: any): any[], boolean, unmatched: fun(self, event: Event): fun(): { side: string, value: any }? }",
                .native)
        ])

    static let window = HostModule(
        "window", "Aggregates the events of windows of time, for each ordering key.",
        part: source(
            PackageResources.common_lua, PackageResources.keyed_lua,
            PackageResources.watermark_lua, PackageResources.window_lua),
        [
            HostFunction(
                "tumbling",
                "Makes windows that follow each other, aligned to 1970. add(event) returns false for a late event; closed(event), in onTimer, iterates over the result.",
                [duration("the size of a window"), aggregates, options("name, lateness")],
                returns: windows, .native),
            HostFunction(
                "sliding", "Makes windows that overlap.",
                [
                    duration("the size of a window"),
                    .init("slide", .string, "the time from the start of a window to the next"),
                    aggregates, options("name, lateness"),
                ], returns: windows, .native),
            HostFunction(
                "session", "Makes windows that end after a gap without events.",
                [duration("the gap"), aggregates, options("name, lateness")],
                returns: windows, .native),
        ])

    private static let windows =
        "{ add: fun(self, event: any): boolean, closed: fun(self, event: Event): fun(): table? }"

    private static let aggregates = HostFunction.Parameter(
        "aggregates", .table, "by name, such as { requests = aggregate.count() }")

    private static func duration(_ summary: String) -> HostFunction.Parameter {
        .init("duration", .string, "\(summary), such as 30s, 10m or 1h30m")
    }

    private static func options(_ names: String) -> HostFunction.Parameter {
        .init("options", .table, optional: true, names)
    }
}
