import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

struct WebhookReaderTests {
    private func read(
        _ json: String, truncated: Bool = false
    ) throws(PeriluneError) -> WebhookReader.Reading {
        try WebhookReader().read(
            Array(json.utf8), organization: "dev", wasTruncated: truncated)
    }

    private func event(_ json: String) throws -> Value {
        try Value(json: try read(json).event.json)
    }

    @Test func writesTheEnvelope() throws {
        let event = try event(SamplePayload.context())
        #expect(event["specversion"] == "1.0")
        #expect(event["type"] == "crm.lead.update")
        #expect(event["source"] == "crm/dev")
        #expect(event["subject"]?.string == "lead/\(SamplePayload.record)")
        #expect(event["partitionkey"]?.string == SamplePayload.record)
    }

    @Test func keepsTheOffsetOfTheTime() throws {
        #expect(try event(SamplePayload.context())["time"] == "2017-09-26T00:04:08-07:00")
    }

    @Test func flattensTheTarget() throws {
        let target = try event(SamplePayload.context())["data"]?["target"]
        #expect(target?["leadqualitycode"] == 1)
        #expect(target?["new_kinds"] == [3, 5])
        #expect(target?["new_count"] == 9_007_199_254_740_993)
        #expect(target?["donotemail"] == false)
        #expect(target?["subject"] == "a/b")
        #expect(target?["description"] == Value.null)
        #expect(target?["modifiedon"] == "2020-12-15T04:47:38Z")
        #expect(
            target?["ownerid"] == [
                "id": "22222222-0000-0000-0000-000000000001", "logicalname": "systemuser",
                "name": nil,
            ])
    }

    @Test func keepsTheSpellingOfNumbers() throws {
        let json = String(
            decoding: try read(SamplePayload.context()).event.json, as: UTF8.self)
        #expect(json.contains(#""budgetamount":2154.320,"#))
        #expect(json.contains(#""new_rate":1.10,"#))
    }

    @Test func namesChangedAttributesWithoutThePrimaryKey() throws {
        let changed = try event(SamplePayload.context())["data"]?["changed"]?.array
        #expect(changed?.count == 10)
        #expect(changed?.first == "leadqualitycode")
        #expect(changed?.contains("leadid") == false)
    }

    /// A sender chooses the values, so that one must not hide a name.
    @Test(arguments: ["secretfield", "parentleadid", "accountid", "LeadId"])
    func namesAnotherAttributeWithTheIdentityAsItsValue(_ name: String) throws {
        #expect(try changed([name]) == [name])
    }

    @Test(arguments: ["leadid", "activityid"])
    func namesTheKeyOnlyWithTheValueOfAnotherRecord(_ name: String) throws {
        #expect(try changed([name]) == [])
        #expect(try changed([name], value: SamplePayload.step) == [name])
    }

    private func changed(
        _ names: [String], value: String = SamplePayload.record
    ) throws -> [String]? {
        let attributes = names.map { #"{"key":"\#($0)","value":"\#(value)"}"# }
        let target = SamplePayload.entity(attributes.joined(separator: ","))
        let context = SamplePayload.context(parameters: #"{"key":"Target","value":\#(target)}"#)
        return try event(context)["data"]?["changed"]?.array?.compactMap(\.string)
    }

    @Test func namesTheUserAndTheOrganization() throws {
        let data = try event(SamplePayload.context())["data"]
        #expect(data?["id"]?.string == SamplePayload.record)
        #expect(data?["entity"] == "lead")
        #expect(data?["message"] == "Update")
        #expect(data?["user"] == "22222222-0000-0000-0000-000000000001")
        #expect(data?["organization"] == "contoso")
        #expect(data?["correlation"]?.string == SamplePayload.correlation)
        #expect(data?["operation"]?.string == SamplePayload.operation)
        #expect(data?["depth"] == 1)
        #expect(data?["stage"] == 40)
        #expect(data?["mode"] == 1)
        #expect(data?["shared"] == ["IsAutoTransact": true])
        #expect(data?["post"] == ["AsynchronousStepPrimaryName": ["subject": "after"]])
        #expect(data?["pre"] == [:])
        #expect(data?["parent"] == Value.null)
        #expect(data?["truncated"] == nil)
    }

    @Test func keepsTheContextByteForByte() throws {
        let context = SamplePayload.context()
        let json = try read(context).event.json
        #expect(String(decoding: json, as: UTF8.self).hasSuffix(",\"context\":\(context)}}"))
    }

    @Test func readsTheParentContext() throws {
        let parent = SamplePayload.context(depth: 2)
        let data = try event(SamplePayload.context(parent: parent))["data"]
        #expect(data?["parent"]?["depth"] == 2)
        #expect(data?["parent"]?["target"]?["leadqualitycode"] == 1)
        #expect(data?["parent"]?["context"] == nil)
    }

    @Test func acceptsAReferenceAsTheTarget() throws {
        let reference =
            #"{"__type":"EntityReference:x","Id":"\#(SamplePayload.record)","LogicalName":"lead","Name":"A"}"#
        let parameters = #"{"key":"Target","value":\#(reference)}"#
        let data = try event(SamplePayload.context(parameters: parameters))["data"]
        #expect(data?["target"]?["logicalname"] == "lead")
        #expect(data?["target"]?["name"] == "A")
        #expect(data?["changed"] == [])
    }

    @Test func leavesTheTargetOutOfTheInput() throws {
        let parameters =
            #"{"key":"Target","value":null},{"key":"Assignee","value":{"__type":"EntityReference:x","Id":"i","LogicalName":"team","Name":null}}"#
        let data = try event(SamplePayload.context(parameters: parameters))["data"]
        #expect(data?["input"] == ["Assignee": ["id": "i", "logicalname": "team", "name": nil]])
        #expect(data?["target"] == [:])
    }

    @Test func keepsUnknownTypes() throws {
        let value = #"{"__type":"Thing:http:\/\/x","A":1.50}"#
        let json = try read(
            SamplePayload.context(parameters: #"{"key":"Odd","value":\#(value)}"#)
        ).event.json
        #expect(String(decoding: json, as: UTF8.self).contains(#""input":{"Odd":\#(value)}"#))
    }

    @Test func marksTruncatedContexts() throws {
        let stripped = #"""
            {"CorrelationId":"\#(SamplePayload.correlation)","MessageName":"Update","Mode":1,"OperationId":"\#(SamplePayload.operation)","PrimaryEntityId":"\#(SamplePayload.record)","PrimaryEntityName":"lead"}
            """#
        for truncated in [false, true] {
            let json = try read(stripped, truncated: truncated).event.json
            let data = try Value(json: json)["data"]
            #expect(data?["truncated"] == true)
            #expect(data?["target"] == [:])
        }
    }

    @Test func givesARepeatedDeliveryTheSameIdentity() throws {
        let one = try read(SamplePayload.context()).id
        #expect(try read(SamplePayload.context()).id == one)
        let other = SamplePayload.context(operation: "66666666-7777-8888-9999-aaaaaaaaaaab")
        #expect(try read(other).id != one)
    }

    @Test func tellsSynchronousDeliveriesOfOneCorrelationApart() throws {
        let zero = "00000000-0000-0000-0000-000000000000"
        let one = try read(SamplePayload.context(mode: 0, operation: zero))
        let deeper = try read(SamplePayload.context(mode: 0, operation: zero, depth: 2))
        let later = try read(
            SamplePayload.context(
                mode: 0, operation: zero, created: #"\/Date(1506409448001-0700)\/"#))
        #expect(one.isSynchronous)
        #expect(Set([one.id, deeper.id, later.id]).count == 3)
    }

    @Test func acceptsNamesOfCustomMessages() throws {
        let body = SamplePayload.context()
            .replacing("\"Update\"", with: "\"new_Send-Offer\"")
            .replacing("\"PrimaryEntityName\":\"lead\"", with: "\"PrimaryEntityName\":null")
        let event = try event(body)
        #expect(event["type"] == "crm.none.new_send-offer")
    }

    @Test(arguments: [
        "[]", "{}", #"{"MessageName":"Update"}"#,
        SamplePayload.context().replacing("\"Update\"", with: "\"Up.date\""),
        SamplePayload.context().replacing(SamplePayload.correlation, with: "1"),
        SamplePayload.context(parameters: #"{"key":"Target"}"#),
        SamplePayload.context(parameters: #"{"key":"A","value":1},{"key":"A","value":2}"#),
        SamplePayload.context(parameters: #"{"key":"\u0041","value":1}"#),
        SamplePayload.context(parameters: "1"),
    ])
    func refusesInvalidContexts(_ body: String) {
        let error = #expect(throws: PeriluneError.self) { try read(body) }
        #expect(error?.code == "crm.webhook")
    }

    @Test func saysWhereTheJSONIsBroken() {
        let error = #expect(throws: PeriluneError.self) { try read(#"{"A":}"#) }
        #expect(error?.code == "json.syntax")
        #expect(error?.place.column == 6)
    }

    @Test func refusesParentsNestedTooDeeply() {
        let deep = String(repeating: #"{"ParentContext":"#, count: 300) + "null"
        let error = #expect(throws: PeriluneError.self) {
            try read(deep + String(repeating: "}", count: 300))
        }
        #expect(error?.code == "json.depth")
    }

    /// A value of a parameter that is nested so deep within the context.
    private static func nested(_ levels: Int) -> String {
        let lists = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        return SamplePayload.context(parameters: #"{"key":"Deep","value":\#(lists)}"#)
    }

    @Test(arguments: [
        (SamplePayload.context(), true), (nested(100), true), (nested(195), true),
        (nested(196), false), (nested(197), false),
        (SamplePayload.context(created: #"\/Date(-62135596800000)\/"#), false),
        (SamplePayload.context(created: #"\/Date(253402300799999+1400)\/"#), false),
        (SamplePayload.context(created: "yesterday"), false),
    ])
    func marksOnlyValidEventsWithATimeAsChecked(_ body: String, _ isChecked: Bool) throws {
        let reading = try read(body)
        #expect(reading.isChecked == isChecked)
        guard isChecked else { return }
        let reader = JSONEvent()
        try reader.read(copy: reading.event.json)
        #expect(reader.hasTime)
    }
}
