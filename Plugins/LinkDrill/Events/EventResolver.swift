import PeriluneCore

/// Looks one event up and checks its parameters.
struct EventResolver {
    let link: Link
    let platforms: Platforms
    var warnings: [LinkWarning]

    func resolve(_ block: EventBlocks.Block, shared: [LinkParameter]) -> ResolvedEvent {
        var found = warnings
        let number = Link.number(block.event.value)
        let (kind, definition) = lookUp(number, block.event, &found)
        var checker = ParameterChecker(
            definitions: definition?.allParameters ?? CommonParameters.baseTable,
            isClosed: definition.map { !$0.takesAnyParameter } ?? false,
            plusIsSpace: link.plusIsSpace)
        var parameters: [ResolvedParameter] = []
        parameters.reserveCapacity(shared.count + block.parameters.count)
        for parameter in shared where parameter.name != "evtorder" {
            parameters.append(checker.check(parameter))
        }
        for parameter in block.parameters where parameter.name != "evtorder" {
            parameters.append(checker.check(parameter))
        }
        found += checker.warnings
        found += repeated(parameters)
        if let definition { found += missingParameters(parameters, definition) }
        return ResolvedEvent(
            text: block.event.value, number: number, kind: kind, definition: definition,
            names: names(number, definition), parameters: parameters, warnings: found)
    }

    private func lookUp(
        _ number: Int64?, _ event: LinkParameter, _ found: inout [LinkWarning]
    ) -> (ResolvedEvent.Kind, EventDefinition?) {
        guard let number else {
            if Link.isTooLarge(event.value) {
                found.append(
                    LinkWarning(
                        "link.event.number", "evt does not fit 64 bits", parameter: "evt"))
                return (.custom, nil)
            }
            found.append(
                LinkWarning("link.event.number", "evt is not a number", parameter: "evt"))
            return (.unknown, nil)
        }
        if LinkScanner.isCustom(number) { return (.custom, nil) }
        if let definition = EventCatalogue.definition(of: number, on: platforms) {
            return (.known, definition)
        }
        guard let elsewhere = EventCatalogue.definitions(of: number).first else {
            found.append(
                LinkWarning(
                    "link.event.unknown", "the event \(number) is not in the catalogue",
                    parameter: "evt"))
            return (.unknown, nil)
        }
        found.append(
            LinkWarning(
                "link.event.platform",
                "\(elsewhere.name) is known on \(elsewhere.platforms.names.joined(separator: ", "))"
                    + ", not on \(platforms.names.joined(separator: ", "))", parameter: "evt"))
        return (.known, elsewhere)
    }

    private func names(_ number: Int64?, _ definition: EventDefinition?) -> [String] {
        guard let number else { return [] }
        let names = EventCatalogue.names(of: number, on: platforms)
        return names.isEmpty ? (definition.map { [$0.name] } ?? []) : names
    }

    private func repeated(_ parameters: [ResolvedParameter]) -> [LinkWarning] {
        guard hasRepeated(parameters) else { return [] }
        var seen: Set<ByteString> = []
        var reported: Set<ByteString> = []
        var warnings: [LinkWarning] = []
        for parameter in parameters
        where !seen.insert(ByteString(parameter.name)).inserted
            && reported.insert(ByteString(parameter.name)).inserted
        {
            warnings.append(
                LinkWarning(
                    "link.parameter.repeated", "duplicate parameter \(parameter.name)",
                    parameter: parameter.name))
        }
        return warnings
    }

    /// Whether a name is repeated; comparing a few parameters is faster than a set.
    private func hasRepeated(_ parameters: [ResolvedParameter]) -> Bool {
        guard parameters.count <= 16 else { return true }
        for index in parameters.indices.dropFirst() {
            let name = parameters[index].name
            for former in 0..<index where parameters[former].name.hasSameBytes(as: name) {
                return true
            }
        }
        return false
    }

    private func missingParameters(
        _ parameters: [ResolvedParameter], _ definition: EventDefinition
    ) -> [LinkWarning] {
        definition.required.filter { group in
            !parameters.contains { !$0.parameter.value.isEmpty && group.contains($0.name) }
        }.map { group in
            LinkWarning(
                "link.parameter.missing",
                "\(definition.name) requires \(group.joined(separator: " or "))",
                parameter: group.first)
        }
    }
}
