import PeriluneCore

/// A link as a table of a script.
///
/// What a link does not have is `nil` there.
enum LinkTable {
    static func value(of link: Link) -> Value {
        let events = LinkEvent.resolve(link)
        let number = link.eventNumber
        let first = events.first { $0.number == number } ?? events.first
        var table = Value.Members()
        if let scheme = link.scheme { table["scheme"] = .string(scheme) }
        if let host = link.host { table["host"] = .string(host) }
        table["path"] = .string(link.path)
        if let fragment = link.fragment { table["fragment"] = .string(fragment) }
        table["form"] = .string(link.form.rawValue)
        if let number { table["number"] = .integer(number) }
        if let name = first?.title { table["name"] = .string(name) }
        table["custom"] = .bool(first?.kind == .custom)
        table["known"] = .bool(first?.kind == .known)
        if let target = first?.target { table["target"] = .string(target.parameter.value) }
        let parameters = ParameterTables(link)
        table["parameters"] = .object(parameters.first)
        table["all"] = .object(parameters.all)
        if let prompts = prompts(of: link) { table["prompts"] = prompts }
        table["events"] = .array(events.map(event))
        table["warnings"] = .array(
            events.isEmpty
                ? LinkEvent.warnings(of: link).map(\.value)
                : events.flatMap { $0.warnings.map(\.value) })
        return .object(table)
    }

    private static func event(_ event: ResolvedEvent) -> Value {
        var table = Value.Members()
        if let number = event.number { table["number"] = .integer(number) }
        if let title = event.title { table["name"] = .string(title) }
        table["custom"] = .bool(event.kind == .custom)
        table["known"] = .bool(event.kind == .known)
        if let target = event.target { table["target"] = .string(target.parameter.value) }
        return .object(table)
    }

    private static func prompts(of link: Link) -> Value? {
        var prompts = Value.Members()
        let plusIsSpace = link.plusIsSpace
        if let text = link["valuePromptAnswers"]?.rawValue {
            prompts["values"] = ValuePromptAnswers(encoded: text, plusIsSpace: plusIsSpace).value
        }
        if let text = link["elementsPromptAnswers"]?.rawValue {
            prompts["elements"] =
                ElementPromptAnswers(encoded: text, plusIsSpace: plusIsSpace).value
        }
        return prompts.pairs.isEmpty ? nil : .object(prompts)
    }
}

/// The parameters of a link by name.
struct ParameterTables {
    /// The first value of each name.
    private(set) var first = Value.Members()
    /// All values of each name, in order.
    private(set) var all = Value.Members()

    init(_ link: Link) {
        // The bound limits the cost of a hostile link: the list of a name is copied for each of its
        // values.
        for parameter in link.parameters.prefix(LinkEvent.maximumParameters) {
            let value = Value.string(parameter.value)
            if first[parameter.name] == nil { first[parameter.name] = value }
            all[parameter.name] = .array((all[parameter.name]?.array ?? []) + [value])
        }
    }
}

extension ResolvedEvent {
    /// The names in one text; `nil` for an event without a name.
    fileprivate var title: String? { names.isEmpty ? nil : names.joined(separator: " / ") }
}

extension Link {
    /// The host in lower case, without user and port; `nil` where there is none.
    var host: String? { layout.hostAndPort(in: raw)?.host }
}

extension LinkLayout {
    /// The host in lower case, and the port where one is written.
    func hostAndPort(in text: String) -> (host: String, port: Int64?)? {
        guard let authority, authority.lower < authority.upper else { return nil }
        let bytes = text.utf8.span
        var start = Int(authority.lower)
        var end = Int(authority.upper)
        for index in authority.range where bytes[index] == UInt8(ascii: "@") { start = index + 1 }
        var port: Int64?
        var digits = end
        while digits > start, (0x30...0x39).contains(bytes[digits - 1]) { digits -= 1 }
        // `[::1]` ends in a bracket, so its colons are none of a port.
        if digits > start, bytes[digits - 1] == UInt8(ascii: ":") {
            port = Int64(Self.text(bytes, digits..<end))
            end = digits - 1
        }
        return start < end ? (Self.text(bytes, start..<end).lowercased(), port) : nil
    }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var octets: [UInt8] = []
        octets.reserveCapacity(range.count)
        for index in range { octets.append(bytes[index]) }
        return String(decoding: octets, as: UTF8.self)
    }
}
