import PeriluneFiles
import Testing

/// Values that are written as events.
struct EmittedEventTests {
    @Test func theIdentityOfAnOrdinaryEventHasItsPartsAsTheyAre() {
        #expect(EmittedEvent.identity("/shop/eu", "50%-1", "copy.lua") == "/shop/eu/50%-1/copy.lua")
    }

    @Test func differentEventsAndDelegatesHaveDifferentIdentities() {
        let texts = [
            "a", "b", "a/b", "b/c", "/", "", "%", "%2F", "%25", "%252F", "a%2Fb", "%/", "%2",
        ]
        var identities: Set<String> = []
        var count = 0
        for source in texts {
            for id in texts {
                for delegate in texts {
                    identities.insert(EmittedEvent.identity(source, id, delegate))
                    count += 1
                }
            }
        }
        #expect(identities.count == count)
    }
}
