import PeriluneCore

extension ODataExpression.Comparison {
    /// The negation: it holds where this operator does not.
    var opposite: Self {
        switch self {
        case .eq: .ne
        case .ne: .eq
        case .gt: .le
        case .ge: .lt
        case .lt: .ge
        case .le: .gt
        }
    }

    /// The operator with the sides exchanged.
    var mirrored: Self {
        switch self {
        case .eq, .ne: self
        case .gt: .lt
        case .ge: .le
        case .lt: .gt
        case .le: .ge
        }
    }

    /// The operator of a query.
    var condition: ConditionOperator {
        switch self {
        case .eq: .equal
        case .ne: .notEqual
        case .gt: .greaterThan
        case .ge: .greaterEqual
        case .lt: .lessThan
        case .le: .lessEqual
        }
    }
}

extension ConditionOperator {
    private static let opposites: [(ConditionOperator, ConditionOperator)] = [
        (.equal, .notEqual), (.greaterThan, .lessEqual), (.greaterEqual, .lessThan),
        (.like, .notLike), (.in, .notIn), (.between, .notBetween), (.null, .notNull),
        (.beginsWith, .doesNotBeginWith), (.endsWith, .doesNotEndWith),
        (.containValues, .doesNotContainValues), (.on, .notOn),
        (.equalUserId, .notEqualUserId), (.equalBusinessId, .notEqualBusinessId),
        (.under, .notUnder),
    ]

    /// The operator for the rows that this one leaves out; most have none.
    var opposite: ConditionOperator? {
        for (one, other) in Self.opposites {
            if self == one { return other }
            if self == other { return one }
        }
        return nil
    }

    /// Whether its values are numbers for columns of any type: `last-x-days`, `in-fiscal-year`.
    var takesNumbers: Bool {
        rawValue.contains("-x-") || rawValue.contains("fiscal") && arity != 0
    }
}
