public import CRMPlugin
import PeriluneCore

struct Layouts { init(_ schema: Schema) {} }
struct NameCache {}
enum RecordMessages { static let all: [MessageHandler] = [] }
enum RelationMessages { static let all: [MessageHandler] = [] }
enum SystemMessages { static let all: [MessageHandler] = [] }
extension Schema { public static let standard = Schema([], []) }
extension Organization { func open() throws(PeriluneError) {} }
struct PlainQueryRunner: QueryRunner {
    func run(_ query: QueryBase, in session: Session) throws(CRMFault) -> EntityCollection {
        .init()
    }
}
extension Session {
    private var todo: CRMFault { CRMFault(.notSupported, "not yet") }
    /// Reads a record; `nil` where there is none.
    func find(_ entity: String, _ id: GUID, _ columns: ColumnSet) throws(CRMFault) -> Entity? {
        throw todo
    }
    func createRow(_ entity: Entity, trusted: Bool) throws(CRMFault) -> GUID { throw todo }
    func updateRow(_ entity: Entity, expecting version: String?) throws(CRMFault) { throw todo }
    func writeRow(_ entity: Entity, trusted: Bool) throws(CRMFault) { throw todo }
    func deleteRow(_ target: EntityReference, expecting version: String?) throws(CRMFault) {
        throw todo
    }
    func changeState(_ target: EntityReference, _ state: Int32, _ status: Int32) throws(CRMFault) {
        throw todo
    }
    func changeOwner(_ target: EntityReference, to owner: EntityReference) throws(CRMFault) {
        throw todo
    }
    /// The reference with an identity in place of an alternate key.
    func resolve(_ reference: EntityReference) throws(CRMFault) -> EntityReference { throw todo }
    /// The name of a record as lookups show it.
    func name(of entity: String, _ id: GUID) throws(CRMFault) -> String? { throw todo }
}
