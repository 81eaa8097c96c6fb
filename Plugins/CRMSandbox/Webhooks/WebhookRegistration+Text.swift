public import CRMPlugin
public import PeriluneCore

extension WebhookRegistration {
    /// Parses `lead.update=http://127.0.0.1:8080/webhooks/dev`, with `sync:` in front for a webhook that may veto the
    /// operation.
    ///
    /// Both images are sent with the name `image`. A key is part of the URL: `?code=…`. A table or a message that
    /// never triggers a webhook is an error, because it probably is a typing mistake.
    public init(
        _ specification: String, in schema: Schema = .standard
    ) throws(PeriluneError) {
        let isSynchronous = specification.hasPrefix("sync:")
        let rest = isSynchronous ? specification.dropFirst(5) : specification[...]
        guard let equals = rest.firstIndex(of: "=") else {
            throw Self.registrationError(rest, "has no '=' between ENTITY.MESSAGE and the URL")
        }
        let (event, url) = (rest[..<equals], rest[rest.index(after: equals)...])
        let names = event.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy(Self.isName) else {
            throw Self.registrationError(event, "is not ENTITY.MESSAGE")
        }
        let lower = url.lowercased()
        guard let address = lower.dropping("http://") ?? lower.dropping("https://") else {
            throw Self.registrationError(
                event, "must have a URL that begins with http:// or https://")
        }
        guard !address.prefix(while: { $0 != "/" && $0 != "?" }).isEmpty else {
            throw Self.registrationError(event, "has a URL without a host")
        }
        try Self.check(names[0].lowercased(), names[1].lowercased(), in: schema)
        self.init(String(names[1]), on: String(names[0]), to: String(url))
        self.isSynchronous = isSynchronous
        images = [Image("image")]
    }

    private static func check(
        _ entity: String, _ message: String, in schema: Schema
    ) throws(PeriluneError) {
        let types = EventTypes(MessageTable())
        let tables = schema.entities.map(\.logicalName)
        guard entity == "*" || entity == "none" || tables.contains(entity) else {
            throw unknown("table", entity, tables)
        }
        guard message != "*" else { return }
        let entries = types.entries(of: message)
        guard !entries.isEmpty else {
            // The name of a request also stands for its message.
            let request = types.entries.first { $0.request.lowercased() == message }
            if let request { throw requestNameError(request, message) }
            throw unknown("message", message, types.entries.map { $0.message.lowercased() })
        }
        let allowed = entries.flatMap(\.tables)
        guard entity == "*" || entries.contains(where: \.tables.isEmpty) || allowed.contains(entity)
        else {
            throw PeriluneError(
                "crm.webhook", "\(entity) has no message '\(message)'",
                hint: "the tables with this message are "
                    + allowed.sorted().joined(separator: ", "))
        }
    }

    private static func requestNameError(
        _ entry: EventTypes.Entry, _ message: String
    ) -> PeriluneError {
        let table = entry.tables.first ?? "*"
        return PeriluneError(
            "crm.webhook", "'\(message)' is a request, not a webhook message",
            hint: "did you mean '\(table).\(entry.message.lowercased())'?")
    }

    private static func unknown(
        _ what: String, _ name: String, _ known: [String]
    ) -> PeriluneError {
        PeriluneError(
            "crm.webhook", "unknown \(what) '\(name)'",
            hint: NearNames.nearest(to: name, among: known).map { "did you mean '\($0)'?" })
    }

    /// An error without the URL, which may contain a key.
    private static func registrationError(_ text: Substring, _ problem: String) -> PeriluneError {
        let shown = text.prefix { $0 != "?" && $0 != "/" }
        return PeriluneError(
            "crm.webhook", "'\(shown)' \(problem)",
            hint:
                "write lead.update=http://127.0.0.1:8080/webhooks/dev; with the prefix sync: the receiver may reject the operation"
        )
    }

    private static func isName(_ text: Substring) -> Bool {
        text == "*"
            || !text.isEmpty
                && text.utf8.allSatisfy {
                    (48...57).contains($0) || (97...122).contains($0 | 0x20)
                        || $0 == UInt8(ascii: "_")
                }
    }
}
