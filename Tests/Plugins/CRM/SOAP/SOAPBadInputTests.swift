import CRMPlugin
import PeriluneCore
import Testing

struct SOAPBadInputTests {
    @Test func refusesInvalidXML() {
        #expect(code(of: "<Envelope") == "xml.syntax")
        #expect(code(of: "") == "xml.syntax")
    }

    @Test func refusesADocumentType() {
        let bomb = "<!DOCTYPE b [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
        #expect(code(of: bomb + envelope("<b/>")) == "xml.doctype")
    }

    @Test func refusesValuesThatAreNestedTooDeeply() {
        let deep =
            String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
        #expect(code(of: envelope(deep)) == "xml.depth")
    }

    @Test func refusesAnotherDocument() {
        #expect(code(of: "<html><body/></html>") == "soap.envelope")
        #expect(code(of: envelope("")) == "soap.envelope")
        #expect(code(of: envelope("<a/><b/>")) == "soap.envelope")
    }

    @Test func refusesAnUnknownOperation() {
        let body = "<Destroy xmlns='http://schemas.microsoft.com/xrm/2011/Contracts/Services'/>"
        #expect(code(of: envelope(body)) == "soap.operation")
    }

    @Test func refusesARequestWithoutAName() {
        #expect(code(of: execute("<a:Parameters/>")) == "soap.request")
        #expect(code(of: execute("<a:RequestName i:nil='true'/>")) == "soap.request")
    }

    @Test(arguments: [
        "<b:value>7</b:value>", "<b:value i:type='d:colour'>7</b:value>",
        "<b:value i:type='q:int'>7</b:value>", "<b:value i:type='x:int'>7</b:value>",
    ])
    func refusesAValueOfUnknownType(value: String) {
        #expect(code(of: parameter(value)) == "soap.type")
    }

    @Test(arguments: [
        "<b:value i:type='d:int'>7.5</b:value>", "<b:value i:type='d:int'>2147483648</b:value>",
        "<b:value i:type='d:long'>9223372036854775808</b:value>",
        "<b:value i:type='d:double'>0x1p3</b:value>", "<b:value i:type='d:double'>nan</b:value>",
        "<b:value i:type='d:boolean'>yes</b:value>", "<b:value i:type='d:decimal'>1,5</b:value>",
        "<b:value i:type='e:guid'>6997a469</b:value>",
        "<b:value i:type='d:dateTime'>2015-02-30T00:00:00Z</b:value>",
        "<b:value i:type='d:base64Binary'>AB=</b:value>",
        "<b:value i:type='a:OptionSetValue'><a:Value/></b:value>",
    ])
    func refusesAValueThatIsNotOfItsType(value: String) {
        #expect(code(of: parameter(value)) == "soap.value")
    }

    @Test func saysWhereAValueIsWrong() throws {
        let text = parameter("\n\n  <b:value i:type='d:int'>seven</b:value>")
        let error = #expect(throws: PeriluneError.self) {
            try SOAPCall.decode(Array(text.utf8))
        }
        #expect(error?.place.line == 3)
        #expect(error?.place.column == 3)
        #expect(error?.message == "value is not a valid int")
    }

    @Test func refusesARepeatedKey() {
        let pair = pair("<b:value i:nil='true'/>")
        #expect(code(of: request(pair + pair)) == "soap.pair")
    }

    @Test func refusesMorePairsThanAnyTableHas() {
        let pairs = (0..<5000).map { pair("<b:value i:nil='true'/>", key: "k\($0)") }.joined()
        #expect(code(of: request(pairs)) == "soap.pair")
    }

    @Test func refusesAnUnknownConditionOperator() {
        let query = """
            <b:value i:type='a:QueryExpression'><a:Criteria><a:Conditions><a:ConditionExpression>
            <a:AttributeName>name</a:AttributeName><a:Operator>Resembles</a:Operator>
            </a:ConditionExpression></a:Conditions></a:Criteria></b:value>
            """
        #expect(code(of: parameter(query)) == "soap.query")
    }

    @Test func refusesToWriteQueriesThatQueryExpressionCannotExpress() {
        var query = Query("account")
        query.aggregateLimit = 5
        let request = OrganizationRequest(
            "RetrieveMultiple", namespace: .xrm, ["Query": .query(.expression(query))])
        #expect(throws: PeriluneError.self) { try SOAPCall(request).encode() }
    }

    @Test func refusesToWriteCharactersThatXMLDoesNotAllow() {
        let call = SOAPCall(OrganizationRequest("Test", ["A": "bell \u{7}"]))
        let error = #expect(throws: PeriluneError.self) { try call.encode() }
        #expect(error?.code == "xml.character")
    }

    private func code(of text: String) -> PeriluneError.Code? {
        do {
            _ = try SOAPCall.decode(Array(text.utf8))
            return nil
        } catch {
            return error.code
        }
    }
}

func envelope(_ body: String) -> String {
    """
    <s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>\(body)</s:Body>\
    </s:Envelope>
    """
}

/// An Execute; prefixes are those that we write, and `x` is bound to nothing that CRM knows.
func execute(_ request: String, type: String = "a:OrganizationRequest") -> String {
    envelope(
        """
        <Execute xmlns='http://schemas.microsoft.com/xrm/2011/Contracts/Services' \
        xmlns:a='http://schemas.microsoft.com/xrm/2011/Contracts' \
        xmlns:b='http://schemas.datacontract.org/2004/07/System.Collections.Generic' \
        xmlns:c='http://schemas.microsoft.com/crm/2011/Contracts' \
        xmlns:d='http://www.w3.org/2001/XMLSchema' \
        xmlns:e='http://schemas.microsoft.com/2003/10/Serialization/' \
        xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:x='urn:x'>\
        <request i:type='\(type)'>\(request)</request></Execute>
        """)
}

func request(_ pairs: String) -> String {
    execute("<a:Parameters>\(pairs)</a:Parameters><a:RequestName>Test</a:RequestName>")
}

func pair(_ value: String, key: String = "Value") -> String {
    "<a:KeyValuePairOfstringanyType><b:key>\(key)</b:key>\(value)</a:KeyValuePairOfstringanyType>"
}

func parameter(_ value: String) -> String { request(pair(value)) }
