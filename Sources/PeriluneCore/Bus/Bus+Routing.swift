/// Finds who takes an event, without processing the event.
extension Bus {
    /// Looks up the candidates and the default handler of an event; false if there are none.
    package func route(_ event: any EventContent) -> Bool {
        table.route(event)
        return table.handler >= 0 || !table.candidates.isEmpty
    }

    /// Whether events of every type have a taker, so that no event is unwanted.
    package var takesAllTypes: Bool { table.takesAllTypes }

    /// Whether neither a delegate nor a default handler takes an event.
    package func isUnwanted(_ event: any EventContent) -> Bool {
        table.mayRefuse(event) && !route(event)
    }

    /// The texts that each delegate of the event's type requires; `nil` if any of them may take the event without a
    /// required text.
    package func requiredTexts(for event: any EventContent) -> [[RequiredText]]? {
        table.requiredTexts(for: event)
    }
}
