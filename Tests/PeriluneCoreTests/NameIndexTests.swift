import PeriluneCore
import Testing

/// The number of comparisons per name, which does not grow with the list.
struct NameIndexTests {
    @Test(arguments: [1, 1_000, 100_000])
    func aListIsMadeInLinearTime(_ count: Int) {
        var index = NameIndex()
        var names: [String] = []
        var looks = 0
        for number in 0..<count {
            let name = "name\(number)"
            index.prepare(count: names.count) { place in
                looks += 1
                return names[place]
            }
            let known = index.place(of: name) {
                names.firstIndex { other in
                    looks += 1
                    return other == name
                }
            }
            #expect(known == nil)
            index.insert(name, at: names.count)
            names.append(name)
        }
        #expect(looks <= 16 * min(count, 17))
    }

    @Test func findsEachNameWhateverTheirNumber() {
        for count in [0, 1, 15, 16, 17, 40] {
            var members = Value.Members((0..<count).map { ("n\($0)", .integer(Int64($0))) })
            for number in 0..<count { #expect(members["n\(number)"] == .integer(Int64(number))) }
            #expect(members["n\(count)"] == nil)
            members["n0"] = "first"
            members["last"] = "last"
            #expect(members.pairs.first?.value == (count == 0 ? "first" : "first"))
            #expect(members.pairs.last?.name == "last")
            #expect(members.pairs.count == max(count, 1) + 1)
        }
    }

    @Test func placesMoveWhenAMemberIsRemoved() {
        var members = Value.Members((0..<40).map { ("n\($0)", .integer(Int64($0))) })
        members["n3"] = nil
        members["n20"] = nil as Value?
        #expect(members["n3"] == nil)
        #expect(members["n39"] == 39)
        members["n39"] = "changed"
        members["n3"] = "again"
        #expect(members.pairs.count == 39)
        #expect(members.pairs[37].value == "changed")
        #expect(members.pairs[38].name == "n3")
    }

    @Test func equalityIsOfMembersAlone() {
        let made = Value.Members((0..<20).map { ("n\($0)", .null) })
        var changed = Value.Members((0..<21).map { ("n\($0)", .null) })
        changed["n20"] = nil
        #expect(made == changed)
        #expect(made.hashValue == changed.hashValue)
    }
}
