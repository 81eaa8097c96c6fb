import PeriluneCore
import PeriluneLinks

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
        let lists = StructuredParameter.lists(of: link)
        if !lists.pairs.isEmpty { table["lists"] = .object(lists) }
        if let prompts = prompts(of: link) { table["prompts"] = prompts }
        table["events"] = .array(zip(events, LinkEvent.links(of: link)).map { event($0, $1.text) })
        table["warnings"] = .array(
            events.isEmpty
                ? LinkEvent.warnings(of: link).map(\.value)
                : events.flatMap { $0.warnings.map(\.value) })
        if let dossier = link.dossier { table["dossier"] = value(of: dossier) }
        if let canonical = link.canonical { table["canonical"] = .string(canonical) }
        if let problem = link.problem { table["problem"] = .string(problem.description) }
        return .object(table)
    }

    private static func value(of dossier: DossierLink) -> Value {
        var table = Value.Members([
            ("project", .string(dossier.project)), ("id", .string(dossier.dossier)),
        ])
        if let page = dossier.page { table["page"] = .string(page) }
        if let bookmark = dossier.bookmark { table["bookmark"] = .string(bookmark) }
        return .object(table)
    }

    private static func event(_ event: ResolvedEvent, _ link: String) -> Value {
        var table = Value.Members([("link", .string(link))])
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
        var names: [ByteString] = []
        var values: [ByteString: [Value]] = [:]
        for parameter in link.parameters {
            let name = ByteString(parameter.name)
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(.string(parameter.value))
        }
        for name in names {
            guard let list = values[name], let value = list.first else { continue }
            first[name.string] = value
            all[name.string] = .array(list)
        }
    }
}

extension ResolvedEvent {
    /// The names in one text; `nil` for an event without a name.
    fileprivate var title: String? { names.isEmpty ? nil : names.joined(separator: " / ") }
}
