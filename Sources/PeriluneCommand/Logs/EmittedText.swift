import PeriluneCore

extension EmittedLine {
    /// The value with the name of its output, with secrets masked.
    var shown: String { EmittedText.text(json: text, output: output) }
}

extension Emission {
    /// The value with the name of its output, with secrets masked.
    var shown: String {
        EmittedText.text(json: String(decoding: json, as: UTF8.self), output: output)
    }
}

private enum EmittedText {
    static func text(json: String, output: String?) -> String {
        let output = output.map { " to \($0)" } ?? ""
        return "emitted\(output) \(Redaction.redact(json: json).withoutControls)"
    }
}
