import PeriluneCore
import Testing

@testable import PeriluneJSON

/// Members that are found in one pass, beside each of them looked for by itself.
struct MembersTests {
    private static let names: [StaticString] = ["a", "key", "Attributes", "PrimaryEntityId", "k"]

    @Test(arguments: [
        #"{"a":1,"key":2,"Attributes":3,"PrimaryEntityId":4,"k":5}"#,
        #"{"k":1,"PrimaryEntityId":2,"other":0,"Attributes":{"key":0},"key":[{"a":9}],"a":5}"#,
        #"{"\u006bey":1,"a":2}"#, #"{"k":1,"k\u0065y":2,"\u0061":3,"key\u0000":4}"#,
        #"{"ke":1,"keys":2,"Key":3,"AttributesX":4,"PrimaryEntityName":5}"#,
        "{}", "[1]", "1",
    ])
    func areTheSameInOnePassAsOneByOne(_ json: String) throws {
        let document = JSONDocument()
        try document.read(Array(json.utf8))
        var found = Array(repeating: JSONNode.none, count: Self.names.count)
        var span = found.mutableSpan
        document.members(JSONKeys(Self.names), of: document.root, into: &span)
        for (name, node) in zip(Self.names, found) {
            let wanted = document.member("\(name)", of: document.root) ?? .none
            #expect(node == wanted, "\(name)")
        }
    }
}
