import PeriluneCore

/// Makes names of code out of names of data, each once in its scope.
struct NameMaker {
    private var taken: Set<String>

    init(reserved: Set<String>) { taken = reserved }

    /// `ProductCategory` and `Product Category` become `productCategory`, of which the second is
    /// `productCategory2`.
    mutating func name(for text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var name = words.enumerated().map { index, word in
            index == 0
                ? Self.lowered(word) : word.prefix(1).uppercased() + String(word.dropFirst())
        }.joined()
        if name.isEmpty { name = "unnamed" }
        if name.first?.isNumber == true { name = "n" + name }
        return taken.insertUnique(String(name.prefix(60)))
    }

    /// `SalesOrder` is `salesOrder`, `EVAQuery` is `evaQuery`, `RD` is `rd`.
    private static func lowered(_ word: Substring) -> String {
        let capitals = word.prefix(while: \.isUppercase).count
        guard capitals > 1 else { return word.prefix(1).lowercased() + word.dropFirst() }
        let count = capitals == word.count ? capitals : capitals - 1
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    /// Words of Lua, and names that the skeleton uses.
    static let lua: Set = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
        "args", "delegate", "queries", "query", "self",
    ]

    /// Keywords of Swift, and names that the skeleton uses.
    static let swift: Set = [
        "Any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
        "var", "where", "while", "arguments", "executeQuery", "name",
    ]
}
