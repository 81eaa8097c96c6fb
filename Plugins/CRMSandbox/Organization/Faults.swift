import CRMPlugin

/// Faults that several messages return, with CRM's texts.
extension CRMFault {
    /// A parameter is missing.
    static func missingField(_ field: String) -> CRMFault {
        CRMFault(.invalidArgument, "Required field '\(field)' is missing")
    }

    /// An identity is all zeros.
    static let emptyGuid = CRMFault(.invalidArgument, "Expected non-empty Guid.")

    /// The record does not exist.
    static func noRecord(_ entity: String, _ id: GUID) -> CRMFault {
        CRMFault(.objectDoesNotExist, "\(entity) With Id = \(id) Does Not Exist")
    }

    /// A record with this identity exists, or two records are related already.
    static let duplicate = CRMFault(.duplicateRecord, "Cannot insert duplicate key.")

    /// The status is not one of the state.
    static func badStatus(_ status: Int32, entity: String, id: GUID) -> CRMFault {
        CRMFault(
            .invalidStateCodeStatusCode,
            "\(status) is not a valid status code on \(entity) with Id \(id).")
    }

    /// The message does not work on this table.
    static func unsupported(_ entity: String, by message: String) -> CRMFault {
        CRMFault(
            .entityTypeNotSupported,
            "The '\(message)' method does not support entities of type '\(entity)'.")
    }
}
