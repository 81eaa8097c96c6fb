/// The identity of an effect: `event/delegate/number`.
///
/// The text is put together where it is asked for, since most effects are only written.
struct EffectIdentity: Sendable {
    private let event: String
    private let actor: String
    /// 0 if the event is the whole identity.
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

    /// Appends it without the secrets that the id of the event may hold.
    func write(to writer: inout JSONWriter) {
        let event = Redaction.redact(event)
        if number == 0 { return writer.write(event) }
        writer.write(path: event, actor, number)
    }
}
