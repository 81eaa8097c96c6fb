import Testing

struct LoginScreenTests {
    @Test func isThere() {}
}
