import CRMPlugin
import PeriluneCore

/// Checks that a value is valid for its column; throws faults as CRM does.
extension AttributeDefinition {
    /// The value to store: converted to the column's type and checked, with an empty text as null.
    func checked(_ value: CRMValue, in entity: EntityDefinition) throws(CRMFault) -> CRMValue {
        switch (type, value) {
        case (_, .null), (.string, .string("")), (.memo, .string("")), (.entityName, .string("")):
            return .null
        case (.string, .string(let text)), (.memo, .string(let text)),
            (.entityName, .string(let text)):
            try checkLength(text)
            try checkCharacters(text)
            return value
        case (.boolean, .bool), (.image, .bytes): return value
        case (.uniqueidentifier, .guid(let id)): return id == .zero ? .null : value
        case (.integer, _): return try integer(value, entity)
        case (.bigInt, .int(let number)): return .long(Int64(number))
        case (.bigInt, .long): return value
        case (.double, _), (.decimal, _), (.money, _): return try number(value, entity)
        case (.dateTime, .date(let date)): return try checkDate(date)
        case (.picklist, .int(let number)), (.state, .int(let number)), (.status, .int(let number)):
            return try checkOption(OptionSetValue(number), entity)
        case (.picklist, .option(let option)), (.state, .option(let option)),
            (.status, .option(let option)):
            return try checkOption(option, entity)
        case (.multiSelectPicklist, .options(let chosen)):
            for option in chosen { _ = try checkOption(option, entity) }
            return chosen.isEmpty ? .null : .options(chosen.sorted { $0.value < $1.value })
        case (.customer, .reference(let reference)), (.lookup, .reference(let reference)),
            (.owner, .reference(let reference)):
            return try checkTarget(reference, entity)
        case (.lookup, .guid(let id)) where targets.count == 1:
            return id == .zero ? .null : .reference(EntityReference(targets[0], id))
        case (.partyList, .entities), (.partyList, .entityArray), (.partyList, .reference):
            return value
        default: throw wrongType(value, entity)
        }
    }

    private func wrongType(_ value: CRMValue, _ entity: EntityDefinition) -> CRMFault {
        CRMFault(
            .invalidArgument,
            "Incorrect attribute value type for the attribute '\(logicalName)' of the entity "
                + "'\(entity.logicalName)': expected \(type.rawValue).")
    }

    private func checkLength(_ text: String) throws(CRMFault) {
        guard let maxLength, text.utf8.count > maxLength else { return }
        // CRM counts as .NET does: UTF-16.
        let length = text.utf16.count
        guard length > maxLength else { return }
        throw CRMFault(
            .stringLengthTooLong,
            "A validation error occurred. The length of the '\(logicalName)' attribute exceeded "
                + "the maximum allowed length of '\(maxLength)'.")
    }

    /// What XML cannot hold could be written over the Web API and never be read over SOAP.
    private func checkCharacters(_ text: String) throws(CRMFault) {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else { return }
        let wrong = text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: false
            case ..<0x20, 0xFFFE, 0xFFFF: true
            default: false
            }
        }
        guard let wrong else { return }
        let number = String(wrong.value, radix: 16, uppercase: true)
        throw CRMFault(
            .invalidCharactersInField,
            "Invalid character in field '\(logicalName)': hexadecimal value "
                + "0x\(number.count < 2 ? "0" : "")\(number), is an invalid character.")
    }

    private func integer(
        _ value: CRMValue, _ entity: EntityDefinition
    ) throws(CRMFault) -> CRMValue {
        let number: Int64
        switch value {
        case .int(let value): number = Int64(value)
        case .long(let value): number = value
        default: throw wrongType(value, entity)
        }
        guard let exact = Int32(exactly: number) else { throw outOfRange(String(number)) }
        try checkRange(Double(exact))
        return .int(exact)
    }

    /// Decimals, amounts and doubles accept each other's exact values: transports differ in what
    /// they can tell apart.
    private func number(
        _ value: CRMValue, _ entity: EntityDefinition
    ) throws(CRMFault) -> CRMValue {
        let exact: CRMDecimal?
        switch value {
        case .int(let number): exact = CRMDecimal(number)
        case .long(let number): exact = CRMDecimal(number)
        case .decimal(let number): exact = number
        case .money(let amount): exact = amount.value
        case .double(let number): exact = CRMDecimal(number)
        default: throw wrongType(value, entity)
        }
        guard let exact else { throw outOfRange("NaN") }
        try checkRange(exact.double)
        switch type {
        case .double: return .double(exact.double)
        case .money: return .money(Money(exact.rounded(to: precision ?? 4)))
        default: return .decimal(exact.rounded(to: precision ?? 10))
        }
    }

    private func checkRange(_ number: Double) throws(CRMFault) {
        guard number < minimum ?? -.infinity || number > maximum ?? .infinity else { return }
        throw outOfRange(CRMDecimal(number)?.description ?? "\(number)")
    }

    private func outOfRange(_ number: String) -> CRMFault {
        CRMFault(
            type == .integer ? .integerValueOutOfRange : .decimalValueOutOfRange,
            "A validation error occurred. The value \(number) of '\(logicalName)' is outside the "
                + "valid range.")
    }

    /// The first day that SQL Server's datetime has.
    private static let firstDate = Timestamp("1753-01-01T00:00:00Z")?.microseconds ?? 0

    private func checkDate(_ date: Timestamp) throws(CRMFault) -> CRMValue {
        guard date.microseconds >= Self.firstDate else {
            throw CRMFault(
                .invalidDateTime,
                "DateTime is less than minimum value supported by CrmDateTime. Actual value: "
                    + "\(date), Minimum value supported: 01/01/1753 00:00:00")
        }
        let seconds = StoredColumn.seconds(date)
        return .date(Timestamp(microseconds: seconds * 1_000_000))
    }

    private func checkOption(
        _ option: OptionSetValue, _ entity: EntityDefinition
    ) throws(CRMFault) -> CRMValue {
        // -1 stands for the default status of a state.
        if label(option.value) != nil || type == .status && option.value == -1 {
            return .option(option)
        }
        if type != .picklist, type != .multiSelectPicklist {
            throw CRMFault(
                .invalidStateCodeStatusCode,
                "\(option.value) is not a valid \(type == .state ? "state" : "status") code on "
                    + "\(entity.logicalName).")
        }
        throw CRMFault(
            .picklistValueOutOfRange,
            "A validation error occurred. The value \(option.value) of '\(logicalName)' on record "
                + "of type '\(entity.logicalName)' is outside the valid range.")
    }

    private func checkTarget(
        _ reference: EntityReference, _ entity: EntityDefinition
    ) throws(CRMFault) -> CRMValue {
        if reference.id == .zero, reference.keyAttributes.isEmpty { return .null }
        var reference = reference
        if reference.logicalName.isEmpty, targets.count == 1 { reference.logicalName = targets[0] }
        guard targets.contains(reference.logicalName) else {
            throw CRMFault(
                .invalidArgument,
                "A record of the type '\(reference.logicalName)' cannot be set to the attribute "
                    + "'\(logicalName)' of '\(entity.logicalName)'.")
        }
        return .reference(reference)
    }
}

extension ErrorCode {
    /// A text has a character that no field may have.
    static let invalidCharactersInField = ErrorCode(0x8004_0278)
}
