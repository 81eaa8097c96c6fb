import Testing

struct ChartsTests {
    @Test func isThere() {}
}
