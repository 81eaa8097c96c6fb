import CRMPlugin
import PeriluneStore

extension ConditionCompiler {
    /// Operators that mean the caller: the user, its teams, those who report to it, its unit.
    func caller() throws(CRMFault) -> SQL {
        let user = SQLValue.blob(context.userID.bytes)
        if comparison == .equalUserLanguage {
            guard attribute.type == .integer || attribute.isChoice else {
                throw unfit("a column of language codes")
            }
            return "\(column) = \(SQLValue.integer(Int64(context.language)))"
        }
        guard attribute.isIdentity else { throw unfit("a lookup or a primary key") }
        switch comparison {
        case .equalUserId: return "\(column) = \(user)"
        case .notEqualUserId: return "\(column) <> \(user)"
        case .equalBusinessId: return "\(column) = \(businessUnit)"
        case .notEqualBusinessId: return "\(column) <> \(businessUnit)"
        case .equalUserTeams: return "\(column) IN (\(teams(of: "SELECT \(user)")))"
        case .equalUserOrUserTeams:
            return "(\(column) = \(user) OR \(column) IN (\(teams(of: "SELECT \(user)"))))"
        case .equalUserOrUserHierarchy: return "\(column) IN (\(try users()))"
        default:
            return "(\(column) IN (\(try users())) OR \(column) IN (\(teams(of: try users()))))"
        }
    }

    private var businessUnit: SQL {
        guard let user = schema.entity("systemuser"), user.attribute("businessunitid") != nil else {
            return "NULL"
        }
        return
            "(SELECT \(name: "businessunitid") FROM \(name: "systemuser") WHERE \(name: user.primaryIdAttribute) = \(SQLValue.blob(context.userID.bytes)))"
    }

    private func teams(of users: SQL) -> SQL {
        let membership = schema.intersections(of: "team").first {
            $0.entity1 == "systemuser" || $0.entity2 == "systemuser"
        }
        guard let membership else { return "NULL" }
        let isFirst = membership.entity1 == "team"
        let team = isFirst ? membership.attribute1 : membership.attribute2
        let user = isFirst ? membership.attribute2 : membership.attribute1
        return
            "SELECT \(name: team) FROM \(name: membership.intersectEntity) WHERE \(name: user) IN (\(users))"
    }

    /// The caller and everybody who reports to it, however indirectly.
    private func users() throws(CRMFault) -> SQL {
        guard let user = schema.entity("systemuser"),
            let hierarchy = Hierarchy(of: user, in: schema)
        else { return "SELECT \(SQLValue.blob(context.userID.bytes))" }
        return hierarchy.below(.blob(context.userID.bytes), withSelf: true)
    }
}
