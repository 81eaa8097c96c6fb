import PeriluneCore
import Testing

@testable import PeriluneLibrary

/// What a host may ask of a library about the things in it, which have numbers.
struct SubjectTests {
    private let library: LoadedLibrary
    private let declarations: Value = [
        ["delegate": 4, "name": "r.lua", "value": "even"]
    ]

    init() throws { library = try LoadedLibrary(settings: .null, entry: quotaEntry) }

    private func tap(_ number: Int64) -> [UInt8] {
        Event(id: "e", source: "/d", type: "tap", data: ["n": .integer(number)]).json
    }

    @Test func `An index is there until it is released`() throws {
        let index = try #require(try library.ask(.index, 0, declarations).json["handle"]?.integer)
        let number = UInt64(index)
        #expect(try library.ask(.match, number, data: tap(2)).json == [4])
        #expect(try library.ask(.match, number, data: tap(3)).json == [])
        _ = try library.ask(.release, number)
        let error = #expect(throws: PeriluneError.self) {
            try library.ask(.match, number, data: tap(2))
        }
        #expect(error?.code == "plugin.boundary")
        #expect(error?.message.contains("there is no index \(number)") == true)
    }

    @Test(arguments: [(0, true), (1, false), (UInt64.max, false)])
    func `A number beyond what there is is an error`(number: UInt64, isThere: Bool) throws {
        let answer = Result { () throws(PeriluneError) in
            try library.ask(.isStock, number, data: tap(1)).json
        }
        #expect((try? answer.get()) == (isThere ? true : nil))
        if !isThere {
            #expect(throws: PeriluneError.self) { try answer.get() }
        }
    }

    /// As the header of plugins says: 64 MB.
    @Test(arguments: [(64 << 20, true), ((64 << 20) + 1, false)])
    func `A message has a limit`(length: Int, fits: Bool) throws {
        let message = Message(.null, data: [UInt8](repeating: 0, count: length))
        var isLent = false
        let result = Result { () throws(PeriluneError) in
            try message.lend { _ in isLent = true }
        }
        #expect(isLent == fits)
        if !fits {
            let error = #expect(throws: PeriluneError.self) { try result.get() }
            #expect(error?.code == "plugin.size")
        }
    }
}
