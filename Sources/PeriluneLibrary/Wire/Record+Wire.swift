package import PeriluneCore
internal import PeriluneJSON

extension Record {
    /// The record as JSON.
    package var wireValue: Value { (try? Value(json: json)) ?? .null }

    /// Parses a record.
    init(_ form: Form) throws(PeriluneError) {
        self.init(
            event: try form.text("event", most: 1 << 20), type: try form.text("type"),
            outcome: try form.choice("outcome", Outcome.self), by: try form.optionalText("by"),
            reason: try form.optionalText("reason", most: 1 << 20),
            emitted: Int(try form.integer("emitted", default: 0)))
        for output in form["outputs"]?.value.object?.pairs ?? [] {
            outputs[output.name] = output.value.integer.map { Int($0) }
        }
        redirect = try form.optionalText("redirect", most: 1 << 20)
        for part in try form.list("parts", most: 1000) { parts.append(try Part(part)) }
        for effect in try form.list("effects", most: 10_000) {
            var details = effect.value.object ?? .init()
            let (id, kind) = (try effect.text("id", most: 1 << 20), try effect.text("kind"))
            details["id"] = nil
            details["kind"] = nil
            effects.append(Effect(id: id, kind: kind, details: details))
        }
        error = form["error"].map { PeriluneError(wireValue: $0.value) }
    }
}

extension Record.Part {
    fileprivate init(_ form: Form) throws(PeriluneError) {
        var label = form.value.object ?? .init()
        for name in ["outcome", "by", "reason", "redirect", "skipped"] { label[name] = nil }
        self.init(
            label, try form.choice("outcome", Outcome.self), by: try form.optionalText("by"))
        reason = try form.optionalText("reason", most: 1 << 20)
        redirect = try form.optionalText("redirect", most: 1 << 20)
        isSkipped = try form.flag("skipped")
    }
}
