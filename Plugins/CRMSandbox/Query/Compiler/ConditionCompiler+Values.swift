import CRMPlugin
import PeriluneStore

extension ConditionCompiler {
    /// A value in the form in which this column stores it; `nil` for null.
    func bound(_ value: CRMValue?) throws(CRMFault) -> SQLValue? {
        guard let value, value != .null else { return nil }
        guard let text = value.fetchText else { throw valueFault(value) }
        switch attribute.type {
        case .string, .memo, .entityName: return .text(text)
        case .boolean:
            switch text.lowercased() {
            case "1", "true": return 1
            case "0", "false": return 0
            default: throw valueFault(value)
            }
        case .integer, .bigInt, .picklist, .state, .status:
            guard let number = Int64(text) else {
                guard let decimal = CRMDecimal(text) else { throw valueFault(value) }
                return .real(decimal.double)
            }
            return .integer(number)
        case .money:
            guard let decimal = CRMDecimal(text) else { throw valueFault(value) }
            let stored = decimal.rounded(to: 4)
            guard stored == decimal, let number = Int64(exactly: stored.mantissa) else {
                return .real(decimal.double * 10_000)
            }
            return .integer(number)
        case .decimal:
            guard let decimal = CRMDecimal(text) else { throw valueFault(value) }
            return .text(decimal.description)
        case .double:
            guard let number = Double(text) else { throw valueFault(value) }
            return .real(number)
        case .dateTime: return .integer(Int64(try second(value)))
        case .uniqueidentifier, .lookup, .owner, .customer:
            guard let id = GUID(text) else { throw valueFault(value) }
            return .blob(id.bytes)
        default: throw unfit("a column with values")
        }
    }

    func second(_ value: CRMValue) throws(CRMFault) -> Int {
        if case .date(let time) = value { return QueryContext.second(time) }
        guard let text = value.fetchText, let second = context.second(of: text) else {
            throw valueFault(value)
        }
        return second
    }

    func number(_ value: CRMValue?) throws(CRMFault) -> Int {
        guard let text = value?.fetchText, let number = Int(text) else {
            throw valueFault(value ?? .null)
        }
        return number
    }

    func numbers(_ value: CRMValue) throws(CRMFault) -> [Int] {
        guard let text = value.fetchText else { throw valueFault(value) }
        var numbers: [Int] = []
        for part in text.split(separator: ",") {
            guard let number = Int(part) else { throw valueFault(value) }
            numbers.append(number)
        }
        return numbers
    }

    private func valueFault(_ value: CRMValue) -> CRMFault {
        let shown = value.fetchText.map { "'\($0.prefix(80))'" } ?? "a value of another kind"
        return CRMFault(
            .invalidArgument,
            "Condition for attribute '\(table.definition.logicalName).\(attribute.logicalName)': \(shown) is not valid for the operator \"\(comparison.rawValue)\" on a column of type \(attribute.type.rawValue)"
        )
    }
}
