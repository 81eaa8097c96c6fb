internal import PeriluneCore

/// A difference between an expected and a found value.
package struct Difference: Hashable, Sendable {
    /// A step of the path to a part of a value.
    package enum Step: Hashable, Sendable {
        case name(String)
        /// An index, from 1 as in Lua.
        case element(Int)
    }

    /// The path of the difference, such as `records[1].outcome`.
    package var path: [Step]
    /// A message, if the two values alone do not explain the difference.
    package var message: String?
    /// The expected value; `nil` if none was expected.
    package var expected: String?
    /// The actual value; `nil` if there is none.
    package var found: String?

    package init(
        _ path: [Step], message: String? = nil, expected: String? = nil, found: String? = nil
    ) {
        self.path = path
        self.message = message
        // The path may show that the values are secret, or parts of a secret.
        let mask = Redaction.leadsToSecret(path.text) ? Value.string(Redaction.mask).json : nil
        self.expected = expected.map { mask ?? $0 }
        self.found = found.map { mask ?? $0 }
    }

    /// The path as written in Lua.
    package var place: String { path.text }
}

extension [Difference.Step] {
    /// The path as written in Lua: `output[2].to["first name"]`.
    package var text: String {
        var text = ""
        for step in self {
            switch step {
            case .element(let number): text += "[\(number)]"
            case .name(let name): text = text.luaMember(name)
            }
        }
        return text
    }
}

extension Difference: CustomStringConvertible {
    /// The difference in one line, for reports without room for two values.
    package var description: String {
        switch (message, expected, found) {
        case (let message?, _, _): "\(place): \(message)"
        case (nil, let expected?, let found?): "\(place) is \(found), expected \(expected)"
        case (nil, let expected?, nil): "\(place) is missing, expected \(expected)"
        case (nil, nil, let found?): "\(place) is \(found), not expected"
        case (nil, nil, nil): "\(place) differs"
        }
    }
}
