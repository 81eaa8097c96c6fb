/// The settings of ExecuteMultiple.
public struct ExecuteMultipleSettings: Hashable, Sendable {
    /// Whether to continue after a request that failed.
    public var continueOnError: Bool
    /// Whether responses come back; faults always do.
    public var returnResponses: Bool

    /// Makes settings.
    public init(continueOnError: Bool = false, returnResponses: Bool = true) {
        self.continueOnError = continueOnError
        self.returnResponses = returnResponses
    }
}

/// The result of one request of ExecuteMultiple.
public struct ExecuteMultipleResponseItem: Hashable, Sendable {
    /// The index of the request, from 0.
    public var requestIndex: Int
    /// The response, if responses were requested and the request did not fail.
    public var response: OrganizationResponse?
    /// Why it failed.
    public var fault: CRMFault?

    /// Makes an item.
    public init(
        _ requestIndex: Int, response: OrganizationResponse? = nil, fault: CRMFault? = nil
    ) {
        self.requestIndex = requestIndex
        self.response = response
        self.fault = fault
    }
}

extension ExecuteMultipleSettings: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .executeMultipleSettings }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .multipleSettings(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .multipleSettings(self) }
}

extension ExecuteMultipleResponseItem: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .executeMultipleResponses }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .multipleResponses(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .multipleResponses(elements) }
}

extension OrganizationRequest: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .requestCollection }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .requests(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .requests(elements) }
}

extension OrganizationResponse: CRMArrayElement {
    /// The kind of CRM value that holds an array of this type.
    public static var arrayKind: CRMValueKind { .responseCollection }
    /// The elements of such an array.
    public static func elements(of value: CRMValue) -> [Self]? {
        guard case .responses(let elements) = value else { return nil }
        return elements
    }
    /// The array as a value.
    public static func value(_ elements: [Self]) -> CRMValue { .responses(elements) }
}
