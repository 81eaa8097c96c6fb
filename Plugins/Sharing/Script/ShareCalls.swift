import PeriluneCore

/// `snapshot.share`: sends a picture, or only records the effect if there is no configuration of destinations.
struct ShareCalls: Sendable {
    private let views: ViewDirectory
    private let destinations: Destinations?

    init(_ views: ViewDirectory, _ destinations: Destinations?) {
        self.views = views
        self.destinations = destinations
    }

    /// Notes the effect, which says that nothing was sent; nothing where the picture can be sent.
    func dryRun(_ arguments: [Value], _ call: HostCall) throws(PeriluneError) -> Value? {
        guard let commander = call.commander else { throw .noEvent("share") }
        guard destinations == nil || views.isEmpty else { return nil }
        let handle = try Self.handle(arguments)
        let options = try ShareOptions(arguments.dropFirst().first)
        // Check this even if nothing is sent, so that tests find what would be refused.
        try RequestingScript(script: call.script, grants: call.grants).check(options.target)
        var details = Self.details(handle, options)
        details["sent"] = false
        let effect = commander.effect("share", details)
        return Self.answer(effect.id, details)
    }

    /// Sends the picture.
    func send(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let handle = try Self.handle(arguments)
        let options = try ShareOptions(arguments.dropFirst().first)
        guard let destinations else {
            throw PeriluneError("share.none", "sharing is not configured")
        }
        let details = Self.details(handle, options)
        let delivery = PictureDelivery(
            handle: arguments[0], source: call.source, identity: call.identity, options: options,
            asker: RequestingScript(script: call.script, grants: call.grants),
            picture: { () throws(PeriluneError) in
                try views.taken.picture(of: handle, source: call.source)
            })
        // Check this in a dry run too, since the script would be refused.
        try destinations.check(delivery)
        let answered = Self.answer(call.identity, details)
        let paper: @Sendable () -> Value? = { answered }
        let answer = try await call.perform(
            "share", details, request: Self.request(handle, arguments), dryRun: paper
        ) {
            Self.answer(call.identity, details, try await destinations.deliver(delivery))
        }
        if let file = answer?["file"], details["file"] == nil {
            call.amend(.init([("file", file)]))
        }
        return answer
    }

    private static func handle(_ arguments: [Value]) throws(PeriluneError) -> PictureHandle {
        switch arguments.first {
        case .object(let members):
            if let handle = PictureHandle(.object(members)) { return handle }
            throw .noHandle("share")
        case .array([]): throw .noHandle("share")
        default: throw .argument("share", "snapshot", "a table")
        }
    }

    private static func details(
        _ handle: PictureHandle, _ options: ShareOptions
    ) -> Value.Members {
        Value.Members(
            [("snapshot", .string(handle.id))] + options.details.pairs.map { ($0.name, $0.value) })
    }

    private static func request(_ handle: PictureHandle, _ arguments: [Value]) -> Value {
        ["snapshot": .string(handle.id), "options": arguments.dropFirst().first ?? .null]
    }

    private static func answer(
        _ id: String, _ details: Value.Members, _ further: Value.Members = .init()
    ) -> Value {
        Value.object(
            .init(
                [("share", .string(id))]
                    + (details.pairs + further.pairs).map { ($0.name, $0.value) }))
    }
}
