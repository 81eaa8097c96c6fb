import PeriluneCore
import Testing

/// Names in queries and in scripts.
struct NameTests {
    @Test(arguments: [
        ("data", "price", "data.price"), ("", "data", "data"), ("a", "_1", "a._1"),
        ("a", "unit price", #"a["unit price"]"#), ("", "1st", #"["1st"]"#), ("a", "", #"a[""]"#),
        ("a", "end", #"a["end"]"#), ("a", "ending", "a.ending"), ("a", "größe", #"a["größe"]"#),
        ("a", #"sa"id"#, #"a["sa\"id"]"#),
    ])
    func membersAreWrittenAsLuaReadsThem(path: String, name: String, text: String) {
        #expect(path.luaMember(name) == text)
    }

    @Test func parametersStandForNamesWithOtherCharacters() {
        let names = ["Year", "Sales Region"]
        #expect(RowRequest.argument(for: "Sales_Region", among: names) == "Sales Region")
        #expect(RowRequest.argument(for: "Year", among: names) == "Year")
        #expect(RowRequest.argument(for: "Sales", among: names) == nil)
    }

    @Test func anAmbiguousParameterAlwaysMeansTheSameName() {
        for names in [["Net-Sales", "Net Sales"], ["Net Sales", "Net-Sales"]] {
            #expect(RowRequest.argument(for: "Net_Sales", among: names) == "Net Sales")
        }
    }
}
