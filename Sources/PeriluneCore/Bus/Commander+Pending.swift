/// An effect whose details follow from its event alone.
///
/// Most of these effects are written to a record and never read otherwise, so they are created only on demand.
package protocol EventEffect: AnyObject, Sendable {
    /// As ``Effect/kind``; the same for the life of the effect.
    var kind: String { get }
    /// The details, in a form that outlives the event.
    func description(of event: any EventContent) -> any EffectDescription
    /// Appends the details, without their secrets, to the open object: the same members that ``description(of:)``
    /// gives.
    func write(_ event: any EventContent, to writer: inout JSONWriter)
}

extension Commander {
    /// Records an effect whose details follow from the event.
    ///
    /// The first effect of an event stays pending: it is created only when the effects are read or another one is
    /// added.
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

    /// Creates the pending effect.
    func makePending() {
        guard let effect = pending, let event else { return }
        pending = nil
        made.append(
            Effect(
                EffectIdentity(event: event.id, actor: actor, number: 1), kind: effect.kind,
                effect.description(of: event)))
    }

    /// Writes the pending effect as one object.
    ///
    /// `id` is the id of the event with secrets masked; it must need no escapes.
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
