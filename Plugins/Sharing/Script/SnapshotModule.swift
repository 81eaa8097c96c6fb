import PeriluneCore
import PeriluneHTTP

/// The module `snapshot`: pictures of views are taken, and sent.
enum SnapshotModule {
    /// The module over the views of a host; pictures go to `destinations`, or nowhere.
    static func module(_ views: ViewDirectory, _ destinations: Destinations?) -> HostModule {
        let capture = CaptureCalls(views)
        let share = ShareCalls(views, destinations)
        return HostModule(
            "snapshot", "Pictures of views, and sending them.", lua: luaPart,
            [
                HostFunction(
                    "capture",
                    "Takes a picture of a view; the answer stands for it: snapshot (its id), view, format, width, height.",
                    [
                        .init(
                            "view", .string, optional: true,
                            "the view; the first there is without it"),
                        .init(
                            "options", .table, optional: true,
                            "format: png (usual), svg or pdf; width, height, scale, theme, locale, orientation; annotate: what to mark in the picture"
                        ),
                    ], returns: "table", .native),
                HostFunction(
                    "share",
                    "Sends a picture; the answer has share (its id), snapshot and where it went.",
                    [
                        .init("snapshot", .table, "what snapshot.capture answered"),
                        .init(
                            "options", .table, optional: true,
                            "file: a name in the folder; to: an address or a list of them, subject, text; upload: a name of the configuration"
                        ),
                    ], returns: "table", .native),
                HostFunction(
                    "base64", "The bytes of a picture as Base64.",
                    [.init("snapshot", .table, "what snapshot.capture answered")],
                    returns: "string",
                    .sync { arguments, call throws(PeriluneError) in
                        try base64(arguments, call, views)
                    }),
                HostFunction(
                    "_note", "Takes a picture on paper; nothing where there are views.", options,
                    returns: "table?",
                    .sync { arguments, call throws(PeriluneError) in
                        try capture.note(arguments, call)
                    }),
                HostFunction(
                    "_take", "Takes a picture.", options, returns: "table",
                    .async { try await capture.take($0, $1) }),
                HostFunction(
                    "_promise", "Sends a picture on paper; nothing where it can be sent.", options,
                    returns: "table?",
                    .sync { arguments, call throws(PeriluneError) in
                        try share.note(arguments, call)
                    }),
                HostFunction(
                    "_send", "Sends a picture.", options, returns: "table",
                    .async { try await share.send($0, $1) }),
            ])
    }

    /// Checked by the calls, under the names that scripts know.
    private static let options: [HostFunction.Parameter] = [
        .init("what", .any, optional: true, "a view or a picture"),
        .init("options", .any, optional: true, "how"),
    ]

    /// Where nothing is to be drawn or sent, a call must not suspend its script: that costs more than the
    /// rest of deciding an event, and logs have millions of them.
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
        // A dry run takes no pictures, and is to go on as the real one would.
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
            "snapshot.handle", "snapshot.\(function) needs what snapshot.capture answered",
            hint: "snapshot.\(function)(snapshot.capture(view))")
    }

    /// What a call says whose first or second argument has a wrong type.
    static func argument(_ function: String, _ name: String, _ wanted: String) -> PeriluneError {
        PeriluneError("script.argument", "snapshot.\(function): '\(name)' must be \(wanted)")
    }
}
