/// A `$filter` as a tree; positions are kept for errors and are ignored by `==`.
package struct ODataExpression: Sendable {
    /// The form of the expression.
    package var form: Form
    /// Where it begins in the text, in bytes from 1.
    package var column: Int

    package init(_ form: Form, column: Int = 0) {
        self.form = form
        self.column = column
    }

    /// The kinds of expressions.
    package indirect enum Form: Hashable, Sendable {
        case literal(ODataLiteral)
        case path(ODataPath)
        case comparison(Comparison, ODataExpression, ODataExpression)
        /// Two or more conditions, all of which must hold.
        case and([ODataExpression])
        /// Two or more conditions, one of which must hold.
        case or([ODataExpression])
        case not(ODataExpression)
        /// `contains(name,'x')`; version 2 says `substringof('x',Name)` and means the same.
        case text(TextFunction, ODataPath, ODataLiteral)
        /// `name in ('a','b')`
        case isIn(ODataPath, [ODataLiteral])
        /// `Microsoft.Dynamics.CRM.LastXDays(PropertyName='createdon',PropertyValue=5)`
        case query(ConditionOperator, ODataPath, [ODataLiteral])
        /// `contact_customer_accounts/any(c:c/lastname eq 'x')`
        case lambda(Lambda)
    }

    /// Comparisons.
    package enum Comparison: String, Sendable, CaseIterable {
        case eq, ne, gt, ge, lt, le
    }

    /// Functions of texts.
    package enum TextFunction: String, Sendable, CaseIterable {
        case contains, startswith, endswith
    }

    /// A condition on the rows of a collection.
    package struct Lambda: Hashable, Sendable {
        /// The collection.
        package var path: ODataPath
        /// `all` rather than `any`.
        package var isAll: Bool
        /// The name that a row has in the condition.
        package var variable: String
        /// The condition; `nil` to test whether there is any row.
        package var condition: ODataExpression?
    }
}

extension ODataExpression: Hashable {
    /// Compares the forms, not the places.
    package static func == (one: Self, other: Self) -> Bool { one.form == other.form }
    /// Hashes the form.
    package func hash(into hasher: inout Hasher) { hasher.combine(form) }
}

/// A property, and the navigation to it: `primarycontactid/lastname`.
package struct ODataPath: Sendable {
    /// The names between the slashes.
    package var names: [String]
    /// Where it begins, in bytes from 1.
    package var column: Int

    package init(_ names: [String], column: Int = 0) {
        self.names = names
        self.column = column
    }

    /// With slashes.
    package var text: String { names.joined(separator: "/") }
}

extension ODataPath: Hashable {
    /// Compares the names, not the places.
    package static func == (one: Self, other: Self) -> Bool { one.names == other.names }
    /// Hashes the names.
    package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

/// The names of the query functions, which mirror the operators of FetchXML.
extension ConditionOperator {
    /// The name after `Microsoft.Dynamics.CRM.`.
    package var queryFunction: String {
        switch self {
        case .notEqualUserId: "NotUserId"
        case .notEqualBusinessId: "NotBusinessId"
        default: name
        }
    }

    /// The query function with this name after `Microsoft.Dynamics.CRM.`.
    package init?(queryFunction name: String) {
        switch name {
        case "NotUserId": self = .notEqualUserId
        case "NotBusinessId": self = .notEqualBusinessId
        default: self.init(name: name)
        }
    }
}
