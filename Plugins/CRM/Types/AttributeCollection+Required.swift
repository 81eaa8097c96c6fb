extension AttributeCollection {
    /// A parameter that has to be there.
    func required<T: CRMConvertible>(
        _ key: String, as type: T.Type = T.self
    ) throws(CRMError) -> T {
        if let value = self[key].flatMap({ T(crm: $0) }) { return value }
        throw .fault(CRMFault(.invalidArgument, "Required field '\(key)' is missing"))
    }
}
