import PeriluneCore
import PeriluneHTTP

/// The module `snapshot`: pictures of views are taken, and sent.
enum SnapshotModule {
    /// The module over the views of a host; pictures go to `destinations`, or nowhere.
    static func module(_ views: ViewDirectory, _ destinations: Destinations?) -> HostModule {
        let capture = CaptureCalls(views)
        let share = ShareCalls(views, destinations)
        return HostModule(
            "snapshot", "Captures pictures of views and shares them.", lua: luaPart,
            [
                HostFunction(
                    "capture",
                    "Captures a picture of a view; returns a handle with snapshot (its id), view, format, width, height.",
                    [
                        .init(
                            "view", .string, optional: true,
                            "the view; default: the first one"),
                        .init(
                            "options", .table, optional: true,
                            "format: png (default), svg or pdf; width, height, scale, theme, locale, orientation; annotate: what to mark in the picture"
                        ),
                    ], returns: "table", .native),
                HostFunction(
                    "share",
                    "Shares a picture; returns share (its id), snapshot and the destination.",
                    [
                        .init("snapshot", .table, "the handle from snapshot.capture"),
                        .init(
                            "options", .table, optional: true,
                            "file: a name in the folder; to: an address or a list of them, subject, text; upload: a name in the configuration"
                        ),
                    ], returns: "table", .native),
                HostFunction(
                    "base64", "Returns the bytes of a picture as Base64.",
                    [.init("snapshot", .table, "the handle from snapshot.capture")],
                    returns: "string",
                    .sync { arguments, call throws(PeriluneError) in
                        try base64(arguments, call, views)
                    }),
                HostFunction(
                    "_note", "Captures a picture in a dry run; nil if views are open.", options,
                    returns: "table?",
                    .sync { arguments, call throws(PeriluneError) in
                        try capture.dryRun(arguments, call)
                    }),
                HostFunction(
                    "_take", "Captures a picture.", options, returns: "table",
                    .async { try await capture.capture($0, $1) }),
                HostFunction(
                    "_promise", "Shares a picture in a dry run; nil if it can be shared.", options,
                    returns: "table?",
                    .sync { arguments, call throws(PeriluneError) in
                        try share.dryRun(arguments, call)
                    }),
                HostFunction(
                    "_send", "Shares a picture.", options, returns: "table",
                    .async { try await share.send($0, $1) }),
            ])
    }

    /// Checked by the calls, under the names that scripts know.
    private static let options: [HostFunction.Parameter] = [
        .init("what", .any, optional: true, "a view or a picture"),
        .init("options", .any, optional: true, "how"),
    ]

    /// If nothing is to be drawn or sent, a call must not suspend its script: that costs more than the rest of
    /// processing an event, and logs have millions of events.
    private static let luaPart = """
        local snapshot = ...
        local note, take = snapshot._note, snapshot._take
        local promise, send = snapshot._promise, snapshot._send
        snapshot._note, snapshot._take, snapshot._promise, snapshot._send = nil, nil, nil, nil

        function snapshot.capture(...) return note(...) or take(...) end

        function snapshot.share(...) return promise(...) or send(...) end
        """

    private static func base64(
        _ arguments: [Value], _ call: HostCall, _ views: ViewDirectory
    ) throws(PeriluneError) -> Value {
        guard let handle = arguments.first.flatMap({ PictureHandle($0) }) else {
            throw .noHandle("base64")
        }
        let source = call.commander?.eventSource ?? ""
        // A dry run takes no pictures, and must continue as a real run would.
        if call.commander?.isDryRun == true,
            views.taken.picture(id: handle.id, source: source) == nil
        {
            return ""
        }
        return .string(Base64.encode(try views.taken.picture(of: handle, source: source).bytes))
    }
}

extension PeriluneError {
    static func noHandle(_ function: String) -> PeriluneError {
        PeriluneError(
            "snapshot.handle", "snapshot.\(function) requires the handle from snapshot.capture",
            hint: "snapshot.\(function)(snapshot.capture(view))")
    }

    /// The error of a call whose first or second argument has a wrong type.
    static func argument(_ function: String, _ name: String, _ wanted: String) -> PeriluneError {
        PeriluneError("script.argument", "snapshot.\(function): '\(name)' must be \(wanted)")
    }
}
