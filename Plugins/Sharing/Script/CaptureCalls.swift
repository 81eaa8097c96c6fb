import PeriluneCore

/// `snapshot.capture`: draws a picture, or only records the effect if no plugin provides views.
struct CaptureCalls: Sendable {
    private let views: ViewDirectory

    init(_ views: ViewDirectory) { self.views = views }

    /// Notes the effect; nothing where a picture can be taken.
    ///
    /// Views may come while a host runs, so every call looks anew.
    func dryRun(_ arguments: [Value], _ call: HostCall) throws(PeriluneError) -> Value? {
        guard let commander = call.commander else { throw .noEvent("capture") }
        guard views.isEmpty else { return nil }
        let view = try Self.view(arguments)
        let options = try CaptureOptions(arguments.dropFirst().first)
        let effect = commander.effect("snapshot", Self.details(view, options))
        return Self.handle(effect.id, view, options)
    }

    /// Takes a picture of a view.
    func capture(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let view = try Self.view(arguments)
        let options = try CaptureOptions(arguments.dropFirst().first)
        let handle = Self.handle(call.identity, view, options)
        let paper: @Sendable () -> Value? = { handle }
        // An invalid request raises an error and is not an effect.
        let request = try options.pictureRequest(view ?? "")
        let answer = try await call.perform(
            "snapshot", Self.details(view, options), request: options.request(view),
            dryRun: paper
        ) { try await capture(request, call) }
        guard let answer, answer["width"] != nil else { return answer }
        // The view and the size are known only now, so they are added to the record.
        call.amend(
            .init(
                ["view", "width", "height"].compactMap { name in answer[name].map { (name, $0) } }))
        // The ledger's answer is kept over a restart, the picture is not.
        if views.taken.picture(id: call.identity, source: call.source) == nil {
            _ = try await capture(request, call)
        }
        return answer
    }

    private func capture(_ wanted: PictureRequest, _ call: AsyncHostCall) async throws -> Value {
        var request = wanted
        if request.view.isEmpty {
            guard let first = await views.views.first else {
                throw PeriluneError("view.unknown", "no view is open to capture")
            }
            request.view = first
        }
        let picture = try await views.picture(request)
        try views.taken.keep(picture, id: call.identity, source: call.source)
        return .object(
            .init([
                ("snapshot", .string(call.identity)), ("view", .string(request.view)),
                ("format", .string(picture.format.rawValue)),
                ("width", .integer(Int64(picture.width))),
                ("height", .integer(Int64(picture.height))),
                ("alternative", .string(picture.alternative)),
            ]))
    }

    private static func view(_ arguments: [Value]) throws(PeriluneError) -> String? {
        switch arguments.first {
        case nil, .null: return nil
        case .string(let view) where !view.isEmpty: return view
        default: throw .argument("capture", "view", "the name of a view")
        }
    }

    private static func details(_ view: String?, _ options: CaptureOptions) -> Value.Members {
        var details = Value.Members()
        details["view"] = view.map { .string($0) }
        details["format"] = .string(options.format.rawValue)
        for member in options.details.pairs { details[member.name] = member.value }
        return details
    }

    private static func handle(_ id: String, _ view: String?, _ options: CaptureOptions) -> Value {
        var handle = Value.Members([("snapshot", .string(id))])
        handle["view"] = view.map { .string($0) }
        handle["format"] = .string(options.format.rawValue)
        return .object(handle)
    }
}

extension PeriluneError {
    static func noEvent(_ function: String) -> PeriluneError {
        PeriluneError(
            "snapshot.event", "snapshot.\(function) can only be called while an event is processed",
            hint: "call it in execute, not at the top level of the file")
    }
}
