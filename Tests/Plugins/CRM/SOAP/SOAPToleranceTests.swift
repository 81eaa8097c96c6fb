import CRMPlugin
import PeriluneCore
import Testing

/// What other clients send, and is read although it is not what we write.
struct SOAPToleranceTests {
    @Test func dispatchesOnTheNameOfTheRequest() throws {
        let text = execute("<a:RequestName>SetState</a:RequestName>", type: "a:OrganizationRequest")
        let request = try decode(text).request
        #expect(request.requestName == "SetState")
        #expect(request.namespace == .crm)
    }

    @Test func theNamespaceOfACustomMessageFollowsFromItsType() throws {
        let text = execute("<a:RequestName>MyOwn</a:RequestName>", type: "a:MyOwnRequest")
        #expect(try decode(text).request.namespace == .xrm)
    }

    @Test func takesElementsInAnyOrder() throws {
        let text = execute(
            "<a:RequestName>Test</a:RequestName><a:RequestId i:nil='true'/><a:Parameters>"
                + pair("<b:value i:type='d:int'> 7 </b:value>") + "</a:Parameters>")
        #expect(try decode(text).request.parameters == ["Value": 7])
    }

    @Test func tellsNullFromMissing() throws {
        let request = try decode(parameter("<b:value i:nil='1'/>")).request
        #expect(request.parameters["Value"] == .null)
        #expect(request.parameters["Other"] == nil)
    }

    @Test func treatsAZeroRequestIdAsMissing() throws {
        let id = "<a:RequestId>00000000-0000-0000-0000-000000000000</a:RequestId>"
        let text = execute(id + "<a:RequestName>WhoAmI</a:RequestName>")
        #expect(try decode(text).request.requestId == nil)
    }

    @Test func keepsTheWhiteSpaceOfStrings() throws {
        #expect(try value("<b:value i:type='d:string'> a\n</b:value>") == " a\n")
    }

    @Test func unescapesOnce() throws {
        #expect(try value("<b:value i:type='d:string'>&amp;lt;</b:value>") == "&lt;")
    }

    @Test func resolvesPrefixesWhereTheyStand() throws {
        let text = """
            <b:value xmlns:d4p1='http://www.w3.org/2001/XMLSchema' i:type='d4p1:int'>7</b:value>
            """
        #expect(try value(text) == 7)
    }

    @Test func takesAPartyListThatIsAnArray() throws {
        let party = "<a:Entity><a:LogicalName>activityparty</a:LogicalName></a:Entity>"
        let entity = """
            <b:value i:type='a:Entity'><a:Attributes>
            \(pair("<b:value i:type='a:ArrayOfEntity'>\(party)</b:value>", key: "to"))
            </a:Attributes><a:LogicalName>email</a:LogicalName></b:value>
            """
        guard case .entity(let email) = try value(entity) else {
            Issue.record("no entity")
            return
        }
        #expect(email["to"] == .entities(EntityCollection([Entity("activityparty")])))
    }

    @Test func takesReferencesWhoseArrayHasNoType() throws {
        let reference = "<a:EntityReference><a:LogicalName>lead</a:LogicalName></a:EntityReference>"
        let expected = CRMValue.referenceArray([EntityReference("lead", .zero)])
        #expect(try value("<b:value i:type=''>\(reference)</b:value>") == expected)
    }

    @Test func takesATypeInTheWrongNamespace() throws {
        let text = "<b:value i:type='a:ArrayOfboolean'><a:boolean>1</a:boolean></b:value>"
        #expect(try value(text) == .bools([true]))
    }

    @Test(arguments: [
        "2015-07-08T12:00:00", "2015-07-08T14:00:00+02:00", "2015-07-08T12:00:00.0000000Z",
    ])
    func takesTimesWithAndWithoutZone(text: String) throws {
        let time = Timestamp(microseconds: 1_436_356_800_000_000)
        #expect(try value("<b:value i:type='d:dateTime'>\(text)</b:value>") == .date(time))
    }

    @Test func skipsElementsOfNewerVersions() throws {
        let text = """
            <b:value i:type='a:ColumnSet'><a:AllColumns>true</a:AllColumns><a:Later>1</a:Later>\
            </b:value>
            """
        #expect(try value(text) == .columns(.all))
    }

    @Test func readsTheCallerId() throws {
        let id = "6997a469-a735-45f8-a4bf-fe31526a086b"
        let header = """
            <s:Header><Action xmlns='http://www.w3.org/2005/08/addressing'>x</Action><h:CallerId \
            xmlns:h='http://schemas.microsoft.com/xrm/2011/Contracts'>\(id)</h:CallerId></s:Header>
            """
        let call = execute("<a:RequestName>WhoAmI</a:RequestName>")
        let text = call.replacing("<s:Body>", with: header + "<s:Body>")
        #expect(try decode(text).callerId == GUID(id))
    }

    @Test func readsAFaultOfAnotherServer() throws {
        let text = envelope(
            "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>")
        let call = SOAPCall(OrganizationRequest("WhoAmI"))
        #expect(
            try SOAPReply.decode(Array(text.utf8), to: call) == .fault(CRMFault(.unexpected, "no")))
    }

    @Test(arguments: ["00:01:05", "PT1M5S", "P0DT65S"])
    func readsHowLongToWait(span: String) throws {
        let detail = pair("<b:value i:type='e:duration'>\(span)</b:value>", key: "Retry-After")
        let text = execute("")
            .replacing("</Execute>", with: "")
            .replacing("<Execute ", with: "<s:Fault><detail><a:OrganizationServiceFault ")
            .replacing(
                "<request i:type='a:OrganizationRequest'></request>",
                with: """
                    <a:ErrorCode>-2147015902</a:ErrorCode><a:ErrorDetails>\(detail)</a:ErrorDetails>\
                    </a:OrganizationServiceFault></detail></s:Fault>
                    """)
        let reply = try SOAPReply.decode(
            Array(text.utf8), to: SOAPCall(OrganizationRequest("WhoAmI")))
        guard case .fault(let fault) = reply else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .throttledCount)
        #expect(fault.retryAfter == 65)
        #expect(fault.details.isEmpty)
    }

    private func decode(_ text: String) throws -> SOAPCall {
        try SOAPCall.decode(Array(text.utf8))
    }

    private func value(_ text: String) throws -> CRMValue? {
        try decode(parameter(text)).request.parameters["Value"]
    }
}
