extension String {
    /// Whether the text is an identifier in most languages: letters, digits and `_`, not beginning with a digit.
    package var isIdentifier: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
        }
    }

    /// The path of a member in Lua: `data.price`, or `data["unit price"]` if the name is not an identifier.
    ///
    /// `self` is the path of the table, which may be empty.
    package func luaMember(_ name: String) -> String {
        guard name.isIdentifier, !Self.luaKeywords.contains(name) else {
            return "\(self)[\(Value.string(name).json)]"
        }
        return isEmpty ? name : "\(self).\(name)"
    }

    private static let luaKeywords: Set = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in",
        "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]
}
