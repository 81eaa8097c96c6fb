import PeriluneCore

extension Query.Condition {
    /// Checks that the operator has as many values as it takes.
    func checkValues() throws(CRMFault) {
        if valueOf != nil {
            guard
                [.equal, .notEqual, .greaterThan, .greaterEqual, .lessThan, .lessEqual]
                    .contains(self.operator)
            else {
                throw CRMFault(
                    .queryBadOperator,
                    "valueof does not work with the operator \"\(self.operator.rawValue)\"; use eq, ne, gt, ge, lt or le"
                )
            }
            guard values.isEmpty else {
                throw CRMFault(
                    .invalidArgument, "the condition on \(attribute) has both a value and a valueof"
                )
            }
            return
        }
        guard let arity = self.operator.arity else { return }
        // CRM ignores values of operators that take none: its own editors leave empty ones behind.
        guard arity > 0, values.count != arity else { return }
        if values.count < arity {
            throw CRMFault(
                .queryMissingAttribute,
                "The condition on \(attribute) with operator \"\(self.operator.rawValue)\" takes \(Counted(arity, "value")), and has \(values.count)"
            )
        }
        throw CRMFault(
            .invalidArgument,
            "The condition on \(attribute) with operator \"\(self.operator.rawValue)\" takes \(Counted(arity, "value")), not \(values.count); for one of several use \"in\""
        )
    }
}

extension ConditionOperator {
    /// The operator whose spelling is nearest, for a hint.
    static func nearest(to text: String) -> String? {
        let wanted = text.lowercased().filter { $0.isLetter || $0.isNumber }
        let names: [String: String] = [
            "equals": "eq", "equal": "eq", "notequal": "ne", "greaterthan": "gt", "lessthan": "lt",
            "greaterequal": "ge", "lessequal": "le", "contains": "like", "isnull": "null",
            "notin": "not-in",
        ]
        if let name = names[wanted] { return name }
        return allCases.first {
            $0.rawValue.filter { $0 != "-" } == wanted || $0.name.lowercased() == wanted
        }?.rawValue
    }
}
