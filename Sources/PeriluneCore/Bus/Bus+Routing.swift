/// Who takes an event, without deciding it.
extension Bus {
    /// Finds who takes an event; false if nobody does.
    package func route(_ event: any EventContent) -> Bool {
        table.route(event)
        return table.handler >= 0 || !table.candidates.isEmpty
    }

    /// Whether no event is unwanted.
    package var takesAllTypes: Bool { table.takesAllTypes }

    /// Whether neither a delegate nor a default handler takes an event.
    package func isUnwanted(_ event: any EventContent) -> Bool {
        table.mayRefuse(event) && !route(event)
    }

    /// For each delegate of an event's type, texts that it requires; `nil` if the event may be taken without any.
    package func requiredTexts(for event: any EventContent) -> [[RequiredText]]? {
        table.requiredTexts(for: event)
    }
}
