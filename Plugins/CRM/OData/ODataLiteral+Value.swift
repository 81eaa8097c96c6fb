package import PeriluneCore

extension AttributeDefinition {
    /// A constant as a value of this column.
    ///
    /// Texts are read as what the column holds: query functions quote everything.
    package func value(
        of literal: ODataLiteral, at column: Int
    ) throws(PeriluneError) -> CRMValue {
        let value: CRMValue? =
            switch literal {
            case .null: CRMValue.null
            case .bool(let value): type == .boolean ? .bool(value) : nil
            case .guid(let id):
                type.isReference || type == .uniqueidentifier || type == .partyList
                    ? .guid(id) : type.isText ? .string(id.description) : nil
            case .date(let time): type == .dateTime ? .date(time) : nil
            case .number(let digits): type.isText ? nil : type.value(of: digits)
            case .string(let text): type.isText ? .string(text) : type.value(of: text)
            }
        if let value { return value }
        throw ODataPath([], column: column).error(
            "\(literal.text(.v4)) is not a valid value of \(logicalName), which has the type "
                + type.rawValue,
            hint: type.isText ? "write strings in single quotes" : nil)
    }
}

extension AttributeType {
    /// Whether its values are texts.
    package var isText: Bool { [.string, .memo, .entityName].contains(self) }

    /// Parses a text as a value of this type; `nil` if it is none.
    package func value(of text: String) -> CRMValue? {
        switch self {
        case .string, .memo, .entityName: .string(text)
        case .integer: Int32(text).map { .int($0) }
        case .bigInt: Int64(text).map { .long($0) }
        case .double: Double(text).map { .double($0) }
        case .decimal: CRMDecimal(text).map { .decimal($0) }
        case .money: CRMDecimal(text).map { .money(Money($0)) }
        case .picklist, .state, .status, .multiSelectPicklist:
            Int32(text).map { .option(OptionSetValue($0)) }
        case .boolean, .managedProperty:
            switch text {
            case "0", "false": .bool(false)
            case "1", "true": .bool(true)
            default: nil
            }
        case .dateTime: ODataLiteral.time(text).map { .date($0) }
        case .customer, .lookup, .owner, .uniqueidentifier, .partyList:
            GUID(text).map { .guid($0) }
        case .image, .virtual: nil
        }
    }
}
