extension Set<String> {
    /// Inserts a name; if it already exists, appends a number from 2 on.
    ///
    /// - Returns: The name that was inserted.
    package mutating func insertUnique(_ name: String, separator: String = "") -> String {
        var candidate = name
        var number = 2
        while !insert(candidate).inserted {
            candidate = "\(name)\(separator)\(number)"
            number += 1
        }
        return candidate
    }
}
