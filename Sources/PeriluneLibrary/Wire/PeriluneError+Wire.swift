package import PeriluneCore

extension PeriluneError {
    /// The error as JSON for the other side.
    var wireValue: Value.Members {
        var members = Value.Members([
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ])
        members.set("hint", hint)
        return members
    }

    /// Parses an error of the other side.
    ///
    /// Any value is accepted; an invalid one is shown in the message, truncated.
    package init(wireValue value: Value) {
        let code = value["code"]?.string ?? ""
        let isCode = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isInCode)
        self.init(
            Code(rawValue: isCode ? code : "plugin.failed"),
            Self.shortened(value["message"]?.string ?? "the plugin failed: \(value.json)"),
            hint: value["hint"]?.string.map(Self.shortened))
    }

    private static func isInCode(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 0x2E || byte == 0x2D
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 2000 ? text : String(text.prefix(500)) + " …"
    }
}
