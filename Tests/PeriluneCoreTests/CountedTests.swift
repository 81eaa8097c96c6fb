import PeriluneCore
import Testing

struct CountedTests {
    @Test(arguments: [
        (0, "0 events"), (1, "1 event"), (2, "2 events"), (999, "999 events"),
        (1000, "1,000 events"), (123_456, "123,456 events"), (1_234_567, "1,234,567 events"),
    ])
    func aCountHasThousandsSeparatorsAndTheRightNoun(_ number: Int, _ text: String) {
        #expect(Counted(number, "event").description == text)
    }
}
