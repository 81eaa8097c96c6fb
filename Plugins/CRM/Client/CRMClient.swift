public import PeriluneCore

/// A client of an organization: OData v2, SOAP, Web API, or a sandbox in the same process.
public protocol CRMClient: Sendable {
    /// Sends a message and waits for the answer.
    func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse
}

/// Why a message failed.
public enum CRMError: Error, Hashable, Sendable {
    /// CRM refused it.
    case fault(CRMFault)
    /// The request did not reach the organization, or the response cannot be read.
    case failure(PeriluneError)

    /// The error as everybody else speaks of it: a fault has the code `crm.0x80040217`.
    public var error: PeriluneError {
        switch self {
        case .fault(let fault): fault.error
        case .failure(let error): error
        }
    }
}

/// A refusal of CRM: OrganizationServiceFault.
public struct CRMFault: Error, Hashable, Sendable {
    /// The code.
    public var code: ErrorCode
    /// The message as CRM wrote it.
    public var message: String
    /// The trace of plug-ins, where CRM sent one.
    public var trace: String?
    /// Further details by name.
    public var details: AttributeCollection
    /// Seconds to wait before another try, where CRM throttles.
    public var retryAfter: Double?
    /// The underlying faults, the nearest first.
    public var causes: [CRMFault] = []

    /// Makes a fault.
    public init(
        _ code: ErrorCode, _ message: String, trace: String? = nil,
        details: AttributeCollection = [:], retryAfter: Double? = nil
    ) {
        self.code = code
        self.message = message
        self.trace = trace
        self.details = details
        self.retryAfter = retryAfter
    }

    /// The same as a `PeriluneError`.
    public var error: PeriluneError {
        PeriluneError(.init(rawValue: "crm.\(code)"), message)
    }
}
