import CRMPlugin

/// Members of marketing lists.
enum ListMessages {
    static let all = [addMember, addMembers, removeMember, copyToStatic]

    /// Adding a member again returns the existing membership.
    static let addMember = MessageHandler(
        "AddMemberList", as: "AddMember", on: .id("ListId", of: "list")
    ) { parameters, session in
        let listId = try parameters.id("ListId")
        let entityId = try parameters.id("EntityId")
        let list = try MarketingList(listId, session)
        try list.checkOpen()
        let id = try list.add(entityId)
        try list.count()
        return ["Id": .guid(id)]
    }

    static let addMembers = MessageHandler(
        "AddListMembersList", as: "AddListMembers", on: .id("ListId", of: "list")
    ) { parameters, session in
        let listId = try parameters.id("ListId")
        let members: [GUID] = try parameters.required("MemberIds")
        guard !members.isEmpty else { throw CRMFault.missingField("MemberIds") }
        let list = try MarketingList(listId, session)
        try list.checkOpen()
        for member in members {
            guard member != .zero else { throw CRMFault.emptyGuid }
            try list.add(member)
        }
        try list.count()
        return [:]
    }

    static let removeMember = MessageHandler(
        "RemoveMemberList", as: "RemoveMember", on: .id("ListId", of: "list")
    ) { parameters, session in
        let listId = try parameters.id("ListId")
        let entityId = try parameters.id("EntityId")
        let list = try MarketingList(listId, session)
        try list.checkOpen()
        guard let membership = try list.membership(of: entityId) else {
            throw CRMFault(.notAListMember, "The record is not a member of the list.")
        }
        try session.delete("listmember", membership)
        try list.count()
        return [:]
    }

    static let copyToStatic = MessageHandler(
        "CopyDynamicListToStatic", on: .id("ListId", of: "list")
    ) { parameters, session in
        let source = try session.retrieve("list", try parameters.id("ListId"))
        guard source["type"] == true else {
            throw CRMFault(.listStatic, "The list is static already.")
        }
        var copy = try session.duplicate(source, without: ["query", "type", "lockstatus"])
        copy["type"] = false
        let list = try MarketingList(try session.create(copy), session)
        if let query = source["query", as: String.self] {
            for member in try session.everything(.fetch(FetchExpression(query))) {
                if let id = member.id { try list.add(id) }
            }
        }
        try list.count()
        return ["StaticListId": .guid(list.id)]
    }
}
