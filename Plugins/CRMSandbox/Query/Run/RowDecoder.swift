import CRMPlugin
import PeriluneCore
import PeriluneStore

/// Turns rows into records.
struct RowDecoder {
    private let compiled: CompiledQuery
    private let names: RecordNames
    private let hooks: QueryHooks
    private let context: QueryContext

    init(
        _ compiled: CompiledQuery, names: RecordNames, hooks: QueryHooks, context: QueryContext
    ) {
        self.compiled = compiled
        self.names = names
        self.hooks = hooks
        self.context = context
    }

    func entity(_ row: Statement) -> Entity {
        var entity = Entity(compiled.root.logicalName)
        if let position = compiled.idPosition { entity.id = GUID(bytes: row.bytes(position)) }
        if let position = compiled.versionPosition {
            entity.rowVersion = String(row.number(position))
        }
        let currency = compiled.currencyPosition.flatMap { position in
            row.isNull(position) ? nil : GUID(bytes: row.bytes(position))
        }
        for column in compiled.output {
            // CRM leaves nulls out of records, but not out of aggregates.
            let value: CRMValue
            if row.isNull(column.position) {
                guard compiled.isAggregate else { continue }
                value = .null
            } else {
                value = self.value(column, row)
                if let text = formatted(column, value, currency) {
                    entity.formattedValues[column.key] = text
                }
            }
            entity.attributes.append(
                column.key,
                column.isAliased
                    ? .aliased(
                        AliasedValue(
                            entity: column.entity, attribute: column.attribute.logicalName, value))
                    : value)
        }
        return entity
    }

    /// Adds what is stored elsewhere.
    func complete(_ entity: inout Entity) throws(CRMFault) {
        guard let parties = hooks.parties, let id = entity.id else { return }
        for attribute in compiled.partyLists where entity[attribute.logicalName] == nil {
            if let value = try parties(attribute, id) { entity[attribute.logicalName] = value }
        }
    }

    private func value(_ column: OutputColumn, _ row: Statement) -> CRMValue {
        let position = column.position
        switch column.reading {
        case .text: return .string(row.text(position))
        case .int:
            let number = row.number(position)
            return Int32(exactly: number).map { .int($0) } ?? .long(number)
        case .long: return .long(row.number(position))
        case .double: return .double(row.double(position))
        case .bool: return .bool(row.number(position) != 0)
        case .option:
            return .option(OptionSetValue(Int32(truncatingIfNeeded: row.number(position))))
        case .options:
            return .options(
                row.text(position).split(separator: ",").compactMap {
                    Int32($0).map { OptionSetValue($0) }
                })
        case .date: return .date(Timestamp(microseconds: row.number(position) &* 1_000_000))
        case .guid: return .guid(GUID(bytes: row.bytes(position)) ?? .zero)
        case .money:
            return .money(
                Money(CRMDecimal(mantissa: Int128(row.number(position)), scale: 4)))
        case .moneyMean:
            let mean = CRMDecimal(row.text(position)) ?? 0
            let exact = CRMDecimal(mantissa: mean.mantissa, scale: mean.scale + 4)
            return .money(Money(exact.rounded(to: 4)))
        case .decimal: return .decimal(CRMDecimal(row.text(position)) ?? 0)
        case .bytes: return .bytes(row.bytes(position))
        case .part(let grouping):
            let part = Int(row.number(position))
            return .string(context.name(of: part, grouping) ?? String(part))
        case .reference(let only):
            let target = column.typePosition.map { row.text($0) } ?? only
            let id = GUID(bytes: row.bytes(position)) ?? .zero
            let name = hooks.name.map { $0(target, id) } ?? names.name(of: target, id)
            return .reference(EntityReference(target, id, name: name))
        }
    }

    private func formatted(
        _ column: OutputColumn, _ value: CRMValue, _ currency: GUID?
    ) -> String? {
        switch value {
        // The most frequent value has no format, and a lookup shows the name that was just read.
        case .string, .guid: return nil
        case .reference(let reference): return reference.name
        default: break
        }
        // A count or a part of a date does not have the type of its column.
        if column.reading != column.attribute.reading, column.reading != .moneyMean { return nil }
        if let formatted = hooks.formatted {
            return formatted(column.attribute, value, column.isRoot ? currency : nil)
        }
        switch value {
        case .option(let option):
            return column.attribute.options.first { $0.value == option.value }?.label
        case .bool(let flag):
            return column.attribute.options.first { $0.value == (flag ? 1 : 0) }?.label
        case .options(let options):
            return options.compactMap { option in
                column.attribute.options.first { $0.value == option.value }?.label
            }.joined(separator: "; ")
        default: return nil
        }
    }
}
