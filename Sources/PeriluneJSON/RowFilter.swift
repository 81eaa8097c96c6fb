internal import CPeriluneJSON

/// Skips the rows of a table that certainly pass some tests, without entering Swift for each of them.
package final class RowFilter {
    /// What must be so for a row to be skipped.
    package enum Test {
        /// The value is another text than this one, which is ASCII.
        case differs(from: [UInt8])
        case isNotEmpty
        /// The value is empty, or valid; values that come again are asked about once.
        case isValid((Span<UInt8>) -> Bool)
    }

    /// Rows that were skipped.
    package struct Skipped {
        /// How many rows in a row were skipped.
        package let count: Int
        /// The position behind the last one.
        package let end: Int
        /// The position of the last one.
        package let last: Int
        /// How many line feeds there are before the last one.
        package let lineFeeds: Int
        /// Whether the last one is a single line.
        package let endsWithLine: Bool
    }

    /// How many bytes must be readable behind the rows.
    package static let padding = Int(CPJ_ROW_PADDING)
    /// Longer values are asked about each time.
    private static let longestValid = 64

    private let tests: UnsafeMutableBufferPointer<cpj_row_test>
    private let filter: UnsafeMutablePointer<cpj_row_filter>
    private var isValid: ((Span<UInt8>) -> Bool)?
    /// The test for the value that was valid last.
    private var validity: UnsafeMutablePointer<cpj_row_test>?
    private let valid = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: longestValid)

    /// A filter that skips rows with one value for each column; at most one test may ask for valid values.
    package init(
        delimiter: UInt8, quote: UInt8, columns: Int, _ columnTests: [(column: Int, test: Test)]
    ) {
        precondition(
            columnTests.allSatisfy { (0..<columns).contains($0.column) }, "there is no such column")
        tests = .allocate(capacity: columnTests.count)
        filter = .allocate(capacity: 1)
        filter.initialize(
            to: cpj_row_filter(
                delimiter: delimiter, quote: quote, columns: columns,
                tests: UnsafePointer(tests.baseAddress), test_count: tests.count))
        let ordered = columnTests.sorted { $0.column < $1.column }
        for (number, (column, test)) in ordered.enumerated() {
            var native = cpj_row_test(column: column, kind: CPJ_FILLED, text: nil, length: 0)
            switch test {
            case .differs(let text):
                let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
                _ = copy.initialize(from: text)
                native.kind = CPJ_DIFFERS
                native.text = UnsafePointer(copy.baseAddress)
                native.length = text.count
            case .isNotEmpty: break
            case .isValid(let body):
                native.kind = CPJ_SAME
                native.text = UnsafePointer(valid.baseAddress)
                isValid = body
                validity = tests.baseAddress.map { $0 + number }
            }
            tests.initializeElement(at: number, to: native)
        }
    }

    deinit {
        for test in tests where test.kind == CPJ_DIFFERS { test.text.deallocate() }
        tests.deallocate()
        filter.deallocate()
        valid.deallocate()
    }

    /// Skips rows from the position of one on.
    ///
    /// - Parameters:
    ///   - bytes: Rows; ``padding`` more bytes are readable behind them.
    ///   - start: The position of the first row.
    ///   - limit: How many rows to skip at most.
    /// - Returns: What was skipped, which may be nothing.
    package func skip(
        in bytes: UnsafeRawBufferPointer, from start: Int, atMost limit: Int
    ) -> Skipped {
        var skipped = cpj_skipped()
        skipped.end = start
        skipped.last = start
        repeat {
            cpj_skip_rows(
                filter, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, limit,
                &skipped)
        } while keepsValid(skipped.differing)
        return Skipped(
            count: skipped.count, end: skipped.end, last: skipped.last,
            lineFeeds: max(0, skipped.line_feeds - skipped.last_line_feeds - 1),
            endsWithLine: skipped.last_line_feeds == 0)
    }

    /// Whether a value is valid; the filter then knows it.
    private func keepsValid(_ value: cpj_text) -> Bool {
        guard let bytes = value.bytes, value.length <= Self.longestValid, let isValid, let validity
        else { return false }
        let text = UnsafeBufferPointer(start: bytes, count: value.length)
        guard isValid(text.span) else { return false }
        _ = valid.update(fromContentsOf: text)
        validity.pointee.length = value.length
        return true
    }
}
