internal import LuaSyntax
internal import PeriluneCore
internal import Synchronization

/// Finds the positions of cases and their parts in a test file, which is parsed at the first call.
final class LazyCasePositions: Sendable {
    private enum State: Sendable {
        case notParsed
        case parsed(CasePlaces?)
    }

    private let path: String
    private let source: [UInt8]
    private let state = Mutex(State.notParsed)

    init(_ path: String, _ source: [UInt8]) {
        self.path = path
        self.source = source
    }

    /// The position of a part of a case, or of the case itself; `others` is the number of earlier cases with the same
    /// name.
    func place(
        of name: String, after others: Int, path steps: [Difference.Step] = []
    ) -> PeriluneError.Place {
        let places = state.withLock { state in
            if case .parsed(let places) = state { return places }
            let places = CasePlaces(source)
            state = .parsed(places)
            return places
        }
        let steps: [TableStep] = steps.map { step in
            switch step {
            case .name(let name): .name(name)
            case .element(let number): .element(number)
            }
        }
        let position = places?.place(of: name, after: others, path: steps)
        return .init(file: path, line: position?.line, column: position?.column)
    }
}
