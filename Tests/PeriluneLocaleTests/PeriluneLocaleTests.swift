import Testing

struct PeriluneLocaleTests {
    @Test func isThere() {}
}
