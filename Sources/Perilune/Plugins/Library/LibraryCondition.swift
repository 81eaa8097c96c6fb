internal import PeriluneCore
internal import PeriluneLibrary

/// A kind of condition in a library.
struct LibraryCondition: InterestDimension {
    let field: String
    let library: LoadedLibrary
    let number: UInt64

    func index(
        _ declarations: [InterestDeclaration]
    ) throws(PeriluneError) -> any InterestIndex {
        let told = declarations.map { declaration -> Value in
            [
                "delegate": .integer(Int64(declaration.delegate)),
                "name": .string(declaration.name), "value": declaration.value,
            ]
        }
        return LibraryIndex(
            handle: try library.handle(.index, number, .array(told)),
            delegates: Set(declarations.map(\.delegate)))
    }
}

private struct LibraryIndex: InterestIndex {
    let handle: LoadedLibrary.Handle
    let delegates: Set<Int>

    func match(_ event: any EventContent, into matches: inout [Int]) {
        // An error cannot be reported here. The condition counts as not met, and `rejection` explains it.
        let answer = try? handle.library.ask(.match, handle.number, data: event.json)
        var seen: Set<Int> = []
        for number in answer?.json.array ?? [] {
            guard let number = number.integer, let delegate = Int(exactly: number),
                delegates.contains(delegate), seen.insert(delegate).inserted
            else { continue }
            matches.append(delegate)
        }
    }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        do throws(PeriluneError) {
            let answer = try handle.library.ask(
                .rejection, handle.number, ["delegate": .integer(Int64(delegate))],
                data: event.json)
            return answer.json.string
        } catch {
            return error.message
        }
    }
}
