import ChartsPlugin

/// Queries that a function of the program answers.
struct ClosureSource: QuerySource {
    private let answer: @Sendable (QueryRequest) async throws -> Table?

    /// A function that gives `nil` for queries that it does not know.
    init(_ answer: @escaping @Sendable (QueryRequest) async throws -> Table?) {
        self.answer = answer
    }

    func table(_ request: QueryRequest) async throws -> Table? {
        try await answer(request)
    }
}
