/// A type whose arrays are a kind of value of their own.
public protocol CRMArrayElement: Sendable {
    /// The kind of CRM value that holds an array of this type.
    static var arrayKind: CRMValueKind { get }
    /// The elements, or `nil` for a value of another kind.
    static func elements(of value: CRMValue) -> [Self]?
    /// The array as a value.
    static func value(_ elements: [Self]) -> CRMValue
}

extension Array: CRMConvertible where Element: CRMArrayElement {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { Element.arrayKind }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard let elements = Element.elements(of: value) else { return nil }
        self = elements
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { Element.value(self) }
}

extension UInt8: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .base64Binary }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .bytes(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .bytes(elements) }
}

extension GUID: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .guidArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .guids(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .guids(elements) }
}

extension String: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .stringArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .strings(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .strings(elements) }
}

extension Bool: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .booleanArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .bools(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .bools(elements) }
}

extension Entity: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .entityArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .entityArray(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .entityArray(elements) }
}

extension EntityReference: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .entityReferenceArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .referenceArray(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .referenceArray(elements) }
}

extension OptionSetValue: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .optionSetValueCollection }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .options(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .options(elements) }
}

extension RolePrivilege: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .rolePrivilegeArray }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .privileges(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .privileges(elements) }
}
