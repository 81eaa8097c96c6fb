import PeriluneLinks
import Testing

struct EventNumberTests {
    @Test func aNumberThatDoesNotFitIsACustomEvent() throws {
        let number = EventNumber(ofLink: "mstr://?evt=99999999999999999999".utf8.span)
        #expect(number.value == nil)
        #expect(number.isCustom)
        #expect(try Link("mstr://?evt=99999999999999999999").isCustom)
    }

    @Test func anInvalidLinkHasNoNumber() {
        let number = EventNumber(ofLink: "https://h:99999/?evt=10000001".utf8.span)
        #expect(number.value == nil)
        #expect(!number.isCustom)
    }
}
