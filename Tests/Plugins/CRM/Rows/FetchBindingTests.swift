import PeriluneCore
import Testing

@testable import CRMPlugin

/// Arguments of charts as conditions of FetchXML.
struct FetchBindingTests {
    private let schema = Schema(
        [
            EntityDefinition(
                "Lead", code: 4, displayName: "Lead", name: nil,
                [
                    AttributeDefinition("Subject", .string), AttributeDefinition("Revenue", .money),
                    AttributeDefinition("OwnerId", .owner),
                    AttributeDefinition("CreatedOn", .dateTime),
                    AttributeDefinition(
                        "Rating", .picklist,
                        options: [.init(1, "Hot"), .init(2, "Cold"), .init(3, "Cold")]),
                ])
        ], [])

    /// What stands between `<entity>` and its end, with these arguments.
    private func bound(
        _ content: String, _ arguments: [String: RowRequest.Argument], options: String = ""
    ) throws -> (xml: Substring, names: Set<String>) {
        let query = try Query(
            fetchXML: "<fetch\(options)><entity name='lead'>\(content)</entity></fetch>")
        var binding = FetchBinding(arguments, schema)
        let xml = try binding.bind(query).fetchXML
        let start = try #require(xml.firstRange(of: #"<entity name="lead""#)).upperBound
        return (xml[start...].drop { $0 != "<" }, binding.bound)
    }

    private func conditions(
        _ operator: String, _ test: RowRequest.Test?, on attribute: String = "subject",
        in kind: String = "and"
    ) throws -> [Substring] {
        let (xml, names) = try bound(
            """
            <filter type='\(kind)'><condition attribute='\(attribute)' operator='\(`operator`)' value=':A_B'/>
            <condition attribute='revenue' operator='gt' value='5'/></filter>
            """, test.map { ["A B": .init(column: "elsewhere", $0)] } ?? [:])
        #expect(names == (test == nil ? [] : ["A B"]))
        return xml.split(separator: "<").filter {
            $0.hasPrefix("condition") && !$0.contains("revenue") || $0.hasPrefix("value")
        }
    }

    @Test func aParameterAcceptsAnyKindOfArgument() throws {
        let equals = try conditions("eq", .equals("a\"<&>b"))
        #expect(
            equals == [
                #"condition attribute="subject" operator="eq" value="a&quot;&lt;&amp;&gt;b"/>"#
            ])
        #expect(
            try conditions("eq", .among(["a", "b"]))[0]
                .hasPrefix(#"condition attribute="subject" operator="in""#))
        #expect(
            try conditions("in", .between(0.1, 2)).count == 3)
        #expect(try conditions("ne", .equals(.null))[0].contains("operator=\"not-null\""))
        #expect(try conditions("ne", .among(["a"]))[0].contains("operator=\"not-in\""))
        #expect(try conditions("like", .equals("a%"))[0].contains(#"operator="like" value="a%""#))
        #expect(throws: PeriluneError.self) { try conditions("like", .among(["a", "b"])) }
    }

    @Test func anEmptyListOfArgumentsMatchesNothing() throws {
        let none = try conditions("eq", .among([]))
        #expect(none.count == 2)
        #expect(none[0].contains("operator=\"null\"") && none[1].contains("operator=\"not-null\""))
        #expect(try conditions("ne", .among([])).isEmpty)
        let orNull = try conditions("eq", .among([.null, "a"]))
        #expect(orNull[0].contains("operator=\"null\"") && orNull[1].contains("operator=\"in\""))
    }

    @Test func aMissingArgumentDoesNotRestrict() throws {
        #expect(try conditions("eq", nil).isEmpty)
        // One of two conditions that holds anyway is enough.
        let filter = """
            <filter type='or'><condition attribute='subject' operator='eq' value=':A'/>
            <condition attribute='revenue' operator='gt' value='5'/></filter>
            """
        #expect(try !bound(filter, [:]).xml.contains("<filter"))
        #expect(try bound(filter, ["A": .init(column: "A", .equals("x"))]).xml.contains("revenue"))
        let link =
            "<link-entity name='task' from='a' to='b'><filter>"
            + "<condition attribute='subject' operator='eq' value=':A'/></filter></link-entity>"
        #expect(try !bound(link, [:]).xml.contains("<filter"))
    }

    @Test func aChoiceIsNamedByItsLabel() throws {
        #expect(
            try conditions("eq", .equals("Hot"), on: "rating")[0].contains(#"value="1""#))
        let columns = "<attribute name='rating' alias='Rating'/>"
        func restricted(_ test: RowRequest.Test) throws -> Bool {
            try bound(columns, ["Rating": .init(column: "Rating", test)]).xml.contains("<condition")
        }
        #expect(try restricted(.equals("Hot")))
        // Which of the two is meant only the rows tell.
        #expect(try !restricted(.equals("Cold")))
        #expect(try !restricted(.among(["Hot", "Lukewarm"])))
    }

    @Test func onlyWhatCRMComparesExactlyBecomesAConditionOfItsOwn() throws {
        let columns = """
            <attribute name='subject'/><attribute name='revenue' alias='Sum'/><attribute name='ownerid'/>
            <attribute name='createdon'/>
            """
        func condition(
            _ column: String, _ test: RowRequest.Test, _ options: String = ""
        ) throws -> Bool {
            try bound(columns, ["X": .init(column: column, test)], options: options).xml
                .contains("<condition")
        }
        #expect(try condition("subject", .equals("a")))
        #expect(try condition("subject", .among(["a", "b"])))
        #expect(try condition("Sum", .between(1, 2.5)))
        #expect(try condition("Sum", .equals(4)))
        #expect(try !condition("Sum", .equals(4.5)))
        #expect(try !condition("subject", .equals("")))
        #expect(try !condition("subject", .among(["a", .null])))
        #expect(try !condition("subject", .among([])))
        #expect(try !condition("revenue", .between(1, 2)))
        #expect(try !condition("ownerid", .equals("Jim")))
        #expect(try !condition("createdon", .equals("2026-01-01")))
        // The ten largest of a region are not those of the ten largest that are of the region.
        #expect(try !condition("subject", .equals("a"), " top='10'"))
        let sum = "<attribute name='revenue' alias='Sum' aggregate='sum'/>"
        #expect(
            try !bound(sum, ["Sum": .init(column: "Sum", .equals(4))], options: " aggregate='1'")
                .xml
                .contains("<condition"))
    }
}
