import PeriluneCore
import Testing

struct HTTPHeadersTests {
    private let headers: HTTPHeaders = [("A", "1"), ("b", ""), ("a", "2"), ("C-d", "é")]

    @Test func keepsOrderAndRepetition() {
        #expect(headers.fields.map(\.name) == ["A", "b", "a", "C-d"])
        #expect(headers.fields.map(\.value) == ["1", "", "2", "é"])
        #expect(headers.all("a") == ["1", "2"])
    }

    @Test func findsNamesInAnyCase() {
        #expect(headers["a"] == "1")
        #expect(headers["B"] == "")
        #expect(headers["c-D"] == "é")
        #expect(headers["C\rd"] == nil)
        #expect(headers["x"] == nil)
    }

    @Test func replacesAllOfAName() {
        var changed = headers
        changed["a"] = "3"
        #expect(changed.fields.map(\.name) == ["b", "C-d", "a"])
        #expect(changed["A"] == "3")
        changed["B"] = nil
        #expect(changed.fields.count == 2)
        changed.add("a", "4")
        #expect(changed.all("a") == ["3", "4"])
    }
}
