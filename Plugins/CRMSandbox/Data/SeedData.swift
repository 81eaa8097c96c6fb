import CRMPlugin

/// Demonstration data: invented companies and people.
enum SeedData {
    static func insert(_ session: Session) throws(CRMFault) {}
}
