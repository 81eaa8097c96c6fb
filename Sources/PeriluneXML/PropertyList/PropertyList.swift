package import PeriluneCore

/// A value of a property list and its position in the XML document.
package struct PropertyList: Sendable {
    /// The value; two lists are equal if their contents are.
    package var content: Content
    /// The line of its `<`, from 1; 0 for a value that was not read.
    package var line: Int
    /// The column of its `<` in bytes of UTF-8, from 1; 0 for a value that was not read.
    package var column: Int

    package init(_ content: Content, line: Int = 0, column: Int = 0) {
        self.content = content
        self.line = line
        self.column = column
    }

    /// The kinds of values; `data` is not supported.
    package indirect enum Content: Sendable, Hashable {
        case string(String)
        case integer(Int64)
        case real(Double)
        case boolean(Bool)
        case date(Timestamp)
        case array([PropertyList])
        case dictionary([Member])
    }

    /// A key of a dictionary and its value; keys are unique and keep their order.
    package struct Member: Sendable {
        package var key: String
        package var value: PropertyList
        /// The line of the key's `<`, from 1; 0 for a key that was not read.
        package var line: Int
        /// The column of the key's `<`, from 1; 0 for a key that was not read.
        package var column: Int

        package init(_ key: String, _ value: PropertyList, line: Int = 0, column: Int = 0) {
            self.key = key
            self.value = value
            self.line = line
            self.column = column
        }
    }
}

// Two values are the same wherever they stood.

extension PropertyList: Hashable {
    /// Compares the contents, not the places.
    package static func == (left: PropertyList, right: PropertyList) -> Bool {
        left.content == right.content
    }

    /// Hashes the content.
    package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension PropertyList.Member: Hashable {
    /// Compares key and value, not the places.
    package static func == (left: PropertyList.Member, right: PropertyList.Member) -> Bool {
        left.key == right.key && left.value == right.value
    }

    /// Hashes key and value.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(value)
    }
}

extension PropertyList {
    /// The position, for error messages.
    package var place: PeriluneError.Place {
        .init(line: line > 0 ? line : nil, column: column > 0 ? column : nil)
    }

    /// The value of a key; `nil` for anything but a dictionary that has it.
    package subscript(key: String) -> PropertyList? {
        members?.first { $0.key == key }?.value
    }

    /// The members of a dictionary; `nil` for other values.
    package var members: [Member]? { if case .dictionary(let all) = content { all } else { nil } }
    /// The elements of an array; `nil` for other values.
    package var elements: [PropertyList]? { if case .array(let all) = content { all } else { nil } }
    /// The text of a string; `nil` for other values, also for numbers.
    package var string: String? { if case .string(let text) = content { text } else { nil } }
    /// The value of `<true/>` or `<false/>`; `nil` for other values.
    package var boolean: Bool? { if case .boolean(let truth) = content { truth } else { nil } }

    /// The number of an integer or a real.
    package var number: Double? {
        switch content {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// The name of the element that holds such a value.
    package var kind: String {
        switch content {
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .boolean(let truth): truth ? "true" : "false"
        case .date: "date"
        case .array: "array"
        case .dictionary: "dict"
        }
    }
}
