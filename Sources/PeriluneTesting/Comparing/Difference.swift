internal import PeriluneCore

/// A difference between an expected and a found value.
package struct Difference: Hashable, Sendable {
    /// A step on the way to a place inside a value.
    package enum Step: Hashable, Sendable {
        case name(String)
        /// Counted from 1, as Lua does.
        case element(Int)
    }

    /// Where it is: `records[1].outcome`.
    package var path: [Step]
    /// A message, if the two values do not explain the difference.
    package var message: String?
    /// What should be there; `nil` for nothing.
    package var expected: String?
    /// What is there; `nil` for nothing.
    package var found: String?

    package init(
        _ path: [Step], message: String? = nil, expected: String? = nil, found: String? = nil
    ) {
        self.path = path
        self.message = message
        self.expected = expected
        self.found = found
    }

    /// The path as a script would write it.
    package var place: String { path.text }
}

extension [Difference.Step] {
    /// The path as a script would write it: `output[2].to["first name"]`.
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
    /// The whole difference in one line, for reports that cannot show two values.
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
