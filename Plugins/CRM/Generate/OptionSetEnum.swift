/// The choices of a column as an enumeration: what generated code has instead of bare numbers.
///
/// A number that the enumeration does not know reads as `nil`; the record still holds it.
public protocol OptionSetEnum: CRMConvertible, RawRepresentable, CaseIterable, Hashable
where RawValue == Int32 {}

extension OptionSetEnum {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .optionSetValue }

    /// From the number of a choice.
    public init?(crm value: CRMValue) {
        guard case .option(let option) = value else { return nil }
        self.init(rawValue: option.value)
    }

    /// The same as a `CRMValue`.
    public var crm: CRMValue { .option(OptionSetValue(rawValue)) }
}
