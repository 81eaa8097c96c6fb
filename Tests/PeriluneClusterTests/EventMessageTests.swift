import Testing

@testable import PeriluneCluster

struct EventMessageTests {
    @Test func anIdentityIsOneLineAndStaysUnique() {
        #expect(EventMessage.percentEncoded("/shop\0a 1%\n") == "/shop%00a%201%25%0A")
        #expect(EventMessage.percentEncoded("é") == "%C3%A9")
    }
}
