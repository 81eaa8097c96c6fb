import PeriluneCore
import PeriluneJSON
import Testing

struct ConversionTests {
    @Test func keepsTheOrderOfMembers() throws {
        let value = try Value(json: #"{"b":1,"a":[null,true,"x\u00e9"],"c":{}}"#)
        #expect(
            value
                == .object(
                    .init([("b", 1), ("a", [nil, true, "xé"]), ("c", .object(.init()))])))
    }
}
