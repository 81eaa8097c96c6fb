/// The identity of an effect: `event/delegate/number`.
///
/// The text is put together on demand, since most effects are only written.
struct EffectIdentity: Sendable {
    private let event: String
    private let actor: String
    /// The number of the effect; 0 if the event's id is the whole identity.
    private let number: Int

    init(_ text: String) {
        event = text
        actor = ""
        number = 0
    }

    init(event: String, actor: String, number: Int) {
        self.event = event
        self.actor = actor
        self.number = number
    }

    var text: String {
        if number == 0 { return event }
        // Cheaper than an interpolation.
        var text = event
        text += "/"
        text += actor
        text += "/"
        text += String(number)
        return text
    }

    /// Appends the identity, with secrets in the event's id masked.
    func write(to writer: inout JSONWriter) {
        let event = Redaction.redact(event)
        if number == 0 { return writer.write(event) }
        writer.write(path: event, actor, number)
    }
}
