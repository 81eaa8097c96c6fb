/// Names that are taken in a scope of generated code.
struct GeneratedNames {
    private var taken: Set<String>
    private let reserved: Set<String>

    init(reserved: Set<String> = []) {
        self.reserved = reserved
        taken = []
    }

    /// The name, or with a suffix if it is reserved or taken.
    mutating func unique(_ name: String, or suffix: String) -> String {
        var candidate = reserved.contains(name) ? name + suffix : name
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(name)\(number)"
            number += 1
        }
        return candidate
    }
}

/// Names of CRM as names of Swift.
enum SwiftNames {
    /// Types that generated code uses, or whose names must stay available.
    static let types: Set = [
        "Any", "Array", "BooleanManagedProperty", "Bool", "CRMDecimal", "Dictionary", "Double",
        "EarlyBoundEntity", "Entity", "EntityCollection", "EntityReference", "Error", "GUID",
        "Int", "Int32", "Int64", "Money", "Never", "Optional", "OptionSetEnum", "OptionSetValue",
        "Protocol", "Relationship", "Relationships", "Result", "Self", "Set", "String", "Task",
        "Timestamp", "Type", "UInt8", "Void",
    ]

    /// Members that an early-bound type has already.
    static let members: Set = ["entity", "id", "init", "logicalName", "self"]

    /// Members that an enumeration has already, and `none`, which optionals have.
    static let cases: Set = [
        "allCases", "crm", "hashValue", "init", "kind", "none", "rawValue", "self",
    ]

    /// `Address1_City` is `address1City`, `SIC` is `sic`, `UTCConversionCode` is `utcConversionCode`.
    static func member(_ name: String) -> String {
        let words = name.split(separator: "_")
        let first = words.first.map(lowered) ?? ""
        return identifier(first + words.dropFirst().map(raised).joined())
    }

    /// `new_widget` is `NewWidget`.
    static func type(_ name: String) -> String {
        identifier(name.split(separator: "_").map(raised).joined())
    }

    /// A label as a name: `No Longer Interested` is `noLongerInterested`.
    static func label(_ text: String, or number: Int32) -> String {
        let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        guard let first = words.first, words.joined().count <= 60 else {
            return number < 0 ? "minus\(number.magnitude)" : "value\(number)"
        }
        let rest = words.dropFirst().map { raised($0) }.joined()
        return identifier(
            (first.allSatisfy(\.isUppercase) ? first.lowercased() : lowered(first)) + rest)
    }

    /// A relationship as a member, the end first where a table is related to itself.
    static func member(_ relationship: Relationship) -> String {
        let name = member(relationship.schemaName)
        guard let role = relationship.primaryEntityRole else { return name }
        return role.rawValue.lowercased() + raised(name[...])
    }

    /// The name, in backticks if it is a keyword of Swift.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func identifier(_ name: String) -> String {
        guard let first = name.first else { return "_unnamed" }
        return first.isNumber ? "_\(name)" : name
    }

    private static func raised(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// The word with its leading capitals in lower case, except for one that begins the next word.
    private static func lowered(_ word: Substring) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let rest = word.dropFirst(capitals.count)
        guard capitals.count > 1, rest.first?.isLowercase == true else {
            return capitals.lowercased() + rest
        }
        return capitals.dropLast().lowercased() + capitals.suffix(1) + rest
    }

    private static let keywords: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]
}

extension String {
    /// The text on one line and shortened, since labels are written by users.
    var commentLine: String {
        let words = split { $0.isWhitespace || $0.isNewline || ($0.asciiValue ?? 32) < 32 }
        return String(words.joined(separator: " ").prefix(200))
    }
}
