/// An effect that says only what its event says: most are written to a record and never read in another way.
package protocol EventEffect: AnyObject, Sendable {
    /// As ``Effect/kind``; the same for the life of the effect.
    var kind: String { get }
    /// The details, which stay when the event is gone.
    func description(of event: any EventContent) -> any EffectDescription
    /// Appends the details to an object that is open, without their secrets: the same as the description does.
    func write(_ event: any EventContent, to writer: inout JSONWriter)
}

extension Commander {
    /// Records an effect that its event describes.
    ///
    /// If it is the first one, nothing is made until somebody looks at the effects, or another one comes.
    package func effect(_ effect: any EventEffect, of event: any EventContent) {
        guard effectNumber == 0, made.isEmpty, pending == nil, keepsEffects, self.event === event
        else { return self.effect(effect.kind, effect.description(of: event)) }
        effectNumber = 1
        pending = effect
    }

    func append(_ effect: Effect) {
        if pending != nil { makePending() }
        made.append(effect)
    }

    /// Makes the effect that is pending.
    func makePending() {
        guard let effect = pending, let event else { return }
        pending = nil
        made.append(
            Effect(
                EffectIdentity(event: event.id, actor: actor, number: 1), kind: effect.kind,
                effect.description(of: event)))
    }

    /// Writes the effect that is pending as one object; `id` is that of the event, without secrets and escapes.
    package func writePending(_ id: Span<UInt8>, to writer: inout JSONWriter) {
        guard let pending, let event else { return }
        if pendingText.effect !== pending || !pendingText.actor.hasSameBytes(as: actor) {
            var writer = JSONWriter()
            writer.write(path: "", actor, 1)
            let start = 1
            writer.name("kind")
            writer.write(pending.kind)
            pendingText = (pending, actor, Array(writer.bytes[start...]))
        }
        writer.beginObject()
        writer.raw(#""id":""#, id, pendingText.text)
        pending.write(event, to: &writer)
        writer.endObject()
    }
}
