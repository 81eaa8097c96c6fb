/// Expressions as text, which the parser reads back as the same tree.
extension ODataExpression {
    /// The expression as a `$filter` of that version.
    package func text(_ version: ODataVersion) -> String {
        switch form {
        case .literal(let literal): literal.text(version)
        case .path(let path): path.text
        case .comparison(let comparison, let left, let right):
            "\(left.operand(version)) \(comparison.rawValue) \(right.operand(version))"
        case .and(let parts): parts.map { $0.operand(version) }.joined(separator: " and ")
        case .or(let parts): parts.map { $0.operand(version) }.joined(separator: " or ")
        case .not(let inner): "not \(inner.operand(version))"
        case .text(.contains, let path, let value) where version == .v2:
            "substringof(\(value.text(version)),\(path.text))"
        case .text(let function, let path, let value):
            "\(function.rawValue)(\(path.text),\(value.text(version)))"
        case .isIn(let path, let values):
            "\(path.text) in (\(values.map { $0.text(version) }.joined(separator: ",")))"
        case .query(let function, let path, let values): query(function, path, values, version)
        case .lambda(let lambda): lambda.text(version)
        }
    }

    /// In parentheses wherever it is not a single word or call.
    private func operand(_ version: ODataVersion) -> String {
        switch form {
        case .literal, .path, .text, .query, .lambda: text(version)
        default: "(\(text(version)))"
        }
    }

    private func query(
        _ function: ConditionOperator, _ path: ODataPath, _ values: [ODataLiteral],
        _ version: ODataVersion
    ) -> String {
        var text = "Microsoft.Dynamics.CRM.\(function.queryFunction)(PropertyName="
        text += ODataLiteral.string(path.text).text(version)
        switch function.arity {
        case 0: break
        case 1: text += values.map { ",PropertyValue=\($0.text(version))" }.joined()
        default:
            let list = values.map { $0.text(version) }.joined(separator: ",")
            text += ",PropertyValues=[\(list)]"
        }
        return text + ")"
    }
}

extension ODataExpression.Lambda {
    func text(_ version: ODataVersion) -> String {
        guard let condition else { return "\(path.text)/any()" }
        return "\(path.text)/\(isAll ? "all" : "any")(\(variable):\(condition.text(version)))"
    }
}
