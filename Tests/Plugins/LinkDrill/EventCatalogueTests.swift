import LinkDrillPlugin
import Testing

struct EventCatalogueTests {
    @Test func hasEveryNumberOfTheReference() {
        let numbers: [Int64] = [
            2001, 2002, 3002, 3003, 3005, 3037, 3067, 3103, 3124, 3140, 3175, 3186, 3987, 3988,
            3989, 3992, 3993, 3994, 3995, 3996, 3997, 3998, 3999, 4000, 4001, 4002, 4033, 4058,
            4501, 8001, 256_019, 256_020, 2_048_001, 2_048_030, 2_048_076, 2_048_084, 2_048_500,
            4_098_001,
        ]
        #expect(Set(EventCatalogue.all.map(\.number)) == Set(numbers))
    }

    @Test func namesDifferByPlatform() {
        #expect(EventCatalogue.names(of: 3997) == ["reports", "subscriptions"])
        #expect(EventCatalogue.names(of: 3997, on: .iOS) == ["reports"])
        #expect(EventCatalogue.definition(of: 3997, on: .android)?.name == "subscriptions")
    }

    @Test func sharesANumberBetweenAppAndServer() {
        let definitions = EventCatalogue.definitions(of: 2001)
        #expect(definitions.map(\.platforms) == [.iOS, .web])
        #expect(EventCatalogue.names(of: 2001) == ["browse folder"])
    }

    @Test func backIsNotHome() {
        #expect(EventCatalogue.names(of: 3124) == ["back"])
        #expect(EventCatalogue.names(of: 3995) == ["home"])
    }

    @Test func hasNoOtherNumbers() {
        #expect(EventCatalogue.definitions(of: 4242).isEmpty)
        #expect(EventCatalogue.definition(of: 10_000_001, on: .all) == nil)
    }

    @Test func definesAPlatformOfANumberOnce() {
        for definition in EventCatalogue.all {
            var seen: Platforms = []
            for other in EventCatalogue.definitions(of: definition.number) {
                #expect(seen.isDisjoint(with: other.platforms), "\(definition.number)")
                seen.formUnion(other.platforms)
            }
        }
    }

    @Test func requiresOnlyParametersThatItKnows() {
        for definition in EventCatalogue.all {
            let names = definition.parameters.map(\.name)
            #expect(Set(names).count == names.count, "\(definition.number)")
            for name in definition.required.joined() {
                #expect(names.contains(name), "\(definition.number) \(name)")
            }
        }
    }
}
