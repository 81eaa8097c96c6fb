import Testing

struct PeriluneDrawingTests {
    @Test func isThere() {}
}
