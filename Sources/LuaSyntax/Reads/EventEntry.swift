/// A parameter through which the host passes a part of the event to a script.
struct EventEntry {
    /// The position of the parameter.
    let parameter: Position
    let origin: EventOrigin

    /// The parameters of all functions that the host calls.
    static func all(of script: ScriptModel) -> [EventEntry] {
        var entries: [EventEntry] = []
        for field in script.delegate.fields {
            guard let places = places(of: field.name, script.api) else { continue }
            for function in field.value.map({ script.functions($0) }) ?? [] {
                let body = script.tree[function]
                let names = body.parameters
                // `function(self, event)` lists `self`, which the form with the colon does not.
                let first = names.first?.name == "self" && !body.hasImplicitSelf ? 1 : 0
                for (index, origin) in places where names.indices.contains(index + first) {
                    entries.append(
                        EventEntry(parameter: names[index + first].position, origin: origin))
                }
            }
        }
        return entries
    }

    private static func places(
        of name: String, _ api: HostAPI
    ) -> [(index: Int, origin: EventOrigin)]? {
        func origin(_ path: String..., type: String? = nil) -> EventOrigin {
            EventOrigin(path: EventPath(path.map { .name($0) }), type: type)
        }
        switch name {
        case "shouldHandle", "execute", "key": return [(0, origin())]
        case "onTimer": return [(2, origin())]
        // `executeURL(url, commander, view)`
        case "executeURL": return [(0, origin("data", "url")), (2, origin("data", "view"))]
        default:
            // `didSelectCategory(subject, data, commander)`
            guard let type = api.delegateTypes[name] else { return nil }
            return [(0, origin("subject", type: type)), (1, origin("data", type: type))]
        }
    }
}
