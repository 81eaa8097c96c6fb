import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct ListMessagesTests {
    let sandbox: Sandbox
    let list: GUID
    let member: GUID

    init() throws {
        sandbox = try Sandbox()
        list = try sandbox.create("list", ["listname": "All", "createdfromcode": .option(1)])
        member = try sandbox.create("account", ["name": "Harbour"])
    }

    private func add(_ entity: GUID) throws(CRMFault) -> GUID {
        try sandbox.id(
            "Id", of: "AddMemberList", ["ListId": .guid(list), "EntityId": .guid(entity)])
    }

    private func remove(_ entity: GUID) throws(CRMFault) {
        try sandbox.execute(
            "RemoveMemberList", ["ListId": .guid(list), "EntityId": .guid(entity)])
    }

    @Test func addsAMemberAndCounts() throws {
        let membership = try sandbox.retrieve("listmember", add(member))
        #expect(membership["listid"] == reference("list", list))
        #expect(membership["entityid"] == reference("account", member))
        #expect(try sandbox.retrieve("list", list)["membercount"] == 1)
    }

    @Test func aMemberIsAddedOnce() throws {
        #expect(try add(member) == add(member))
        #expect(try sandbox.retrieve("list", list)["membercount"] == 1)
    }

    @Test func addsSeveralAndSkipsThoseWhoAreMembers() throws {
        _ = try add(member)
        let other = try sandbox.create("account", ["name": "B"])
        try sandbox.execute(
            "AddListMembersList", ["ListId": .guid(list), "MemberIds": .guids([member, other])])
        #expect(try sandbox.count("listmember") == 2)
        #expect(try sandbox.retrieve("list", list)["membercount"] == 2)
    }

    @Test func oneInvalidMemberRollsAllBack() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "AddListMembersList",
                ["ListId": .guid(list), "MemberIds": .guids([member, .random()])])
        }
        #expect(fault?.code == .objectDoesNotExist)
        #expect(try sandbox.count("listmember") == 0)
    }

    @Test func noMembersFault() {
        for ids in [.guids([]), .null] as [CRMValue] {
            let fault = fault { () throws(CRMFault) in
                try sandbox.execute(
                    "AddListMembersList", ["ListId": .guid(list), "MemberIds": ids])
            }
            #expect(
                fault == CRMFault(.invalidArgument, "Required field 'MemberIds' is missing"))
        }
    }

    @Test func emptyListIdFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "AddListMembersList", ["ListId": .guid(.zero), "MemberIds": .guids([member])])
        }
        #expect(fault == CRMFault(.invalidArgument, "Expected non-empty Guid."))
    }

    @Test func memberOfAnotherTableFaults() throws {
        let contact = try sandbox.create("contact", ["lastname": "C"])
        let fault = fault { () throws(CRMFault) in _ = try add(contact) }
        #expect(fault?.code == ErrorCode(0x8004_0301))
    }

    @Test func unknownMemberFaults() {
        let fault = fault { () throws(CRMFault) in _ = try add(.random()) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func inactiveListFaults() throws {
        try sandbox.setState("list", list, 1, 1)
        let fault = fault { () throws(CRMFault) in _ = try add(member) }
        #expect(fault?.code == ErrorCode(0x8004_033A))
    }

    @Test func lockedListFaults() throws {
        try sandbox.update("list", list, ["lockstatus": true])
        let fault = fault { () throws(CRMFault) in _ = try add(member) }
        #expect(fault?.code == ErrorCode(0x8004_0302))
    }

    @Test func dynamicListFaults() throws {
        try sandbox.update("list", list, ["type": true])
        let fault = fault { () throws(CRMFault) in _ = try add(member) }
        #expect(fault?.code == ErrorCode(0x8004_F701))
    }

    @Test func removesAMember() throws {
        _ = try add(member)
        try remove(member)
        #expect(try sandbox.count("listmember") == 0)
        #expect(try sandbox.retrieve("list", list)["membercount"] == 0)
    }

    @Test func removingANonMemberFaults() {
        let fault = fault { () throws(CRMFault) in try remove(member) }
        #expect(fault?.code == ErrorCode(0x8004_8458))
    }

    @Test func copiesADynamicListWithTheMembersOfItsQuery() throws {
        try sandbox.create("account", ["name": "Other"])
        let dynamic = try sandbox.create(
            "list",
            [
                "listname": "H", "createdfromcode": .option(1), "type": true,
                "query": """
                <fetch><entity name="account"><attribute name="accountid"/>
                <filter><condition attribute="name" operator="like" value="Harb%"/></filter>
                </entity></fetch>
                """,
            ])
        let copy = try sandbox.id(
            "StaticListId", of: "CopyDynamicListToStatic", ["ListId": .guid(dynamic)])
        let made = try sandbox.retrieve("list", copy)
        #expect(made["type"] == false)
        #expect(made["query"] == nil)
        #expect(made["listname"] == "H")
        #expect(made["membercount"] == 1)
        let members = try sandbox.find("listmember", ["listid": reference("list", copy)])
        #expect(members.first?["entityid"] == reference("account", member))
    }

    @Test func copyOfAStaticListFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("CopyDynamicListToStatic", ["ListId": .guid(list)])
        }
        #expect(fault?.code == ErrorCode(0x8004_F704))
    }
}

struct CampaignMessagesTests {
    let sandbox: Sandbox
    let campaign: GUID
    let list: GUID

    init() throws {
        sandbox = try Sandbox()
        campaign = try sandbox.create("campaign", ["name": "Spring"])
        list = try sandbox.create("list", ["listname": "All", "createdfromcode": .option(1)])
    }

    private func add(_ id: GUID, _ table: String) throws(CRMFault) -> GUID {
        try sandbox.id(
            "CampaignItemId", of: "AddItemCampaign",
            [
                "CampaignId": .guid(campaign), "EntityId": .guid(id), "EntityName": .string(table),
            ])
    }

    @Test func addsAnItem() throws {
        let item = try sandbox.retrieve("campaignitem", add(list, "list"))
        #expect(item["campaignid"] == reference("campaign", campaign))
        #expect(item["entityid"] == .guid(list))
        #expect(item["entitytype"] == "list")
    }

    @Test(arguments: ["product", "salesliterature", "campaign"])
    func acceptsOtherTables(_ table: String) throws {
        _ = try add(try sandbox.create(table, ["name": "N"]), table)
    }

    @Test func tableThatBelongsToNoCampaignFaults() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in _ = try add(account, "account") }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func inactiveItemFaults() throws {
        try sandbox.setState("list", list, 1, 1)
        let fault = fault { () throws(CRMFault) in _ = try add(list, "list") }
        #expect(fault?.code == ErrorCode(0x8004_0304))
    }

    @Test func unknownItemFaults() {
        let fault = fault { () throws(CRMFault) in _ = try add(.random(), "list") }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func sameItemTwiceFaults() throws {
        _ = try add(list, "list")
        #expect(fault { () throws(CRMFault) in _ = try add(list, "list") } == .duplicate)
    }

    @Test func removesAnItemOnce() throws {
        _ = try add(list, "list")
        let parameters: AttributeCollection = [
            "CampaignId": .guid(campaign), "EntityId": .guid(list),
        ]
        try sandbox.execute("RemoveItemCampaign", parameters)
        #expect(try sandbox.count("campaignitem") == 0)
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("RemoveItemCampaign", parameters)
        }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
