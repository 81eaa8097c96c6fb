internal import CPeriluneJSON

/// Skips table rows whose values pass some tests, in C, without entering Swift for each row.
package final class RowFilter {
    /// A test of a value; a row is skipped if all of its values pass.
    package enum Test {
        /// The value differs from this text, which is ASCII.
        case differs(from: [UInt8])
        case isNotEmpty
        /// The value is empty or valid; a repeated value is checked once.
        case isValid((Span<UInt8>) -> Bool)
    }

    /// The rows that were skipped.
    package struct Skipped {
        /// The number of rows.
        package let count: Int
        /// The position after the last one.
        package let end: Int
        /// The position of the last one.
        package let last: Int
        /// The number of line feeds before the last one.
        package let lineFeeds: Int
        /// Whether the last one is a single line.
        package let endsWithLine: Bool
    }

    /// The number of bytes that must be readable after the rows.
    package static let padding = Int(CPJ_ROW_PADDING)
    /// The maximum length of a valid value that is remembered.
    private static let longestValid = 64

    private let tests: UnsafeMutableBufferPointer<cpj_row_test>
    private let filter: UnsafeMutablePointer<cpj_row_filter>
    private var isValid: ((Span<UInt8>) -> Bool)?
    /// The test with the last valid value.
    private var validity: UnsafeMutablePointer<cpj_row_test>?
    private let valid = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: longestValid)

    /// Creates a filter with tests for the columns of a row; at most one may be `isValid`.
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

    /// Skips rows.
    ///
    /// - Parameters:
    ///   - bytes: The rows; the ``padding`` bytes after them are readable.
    ///   - start: The position of the first row.
    ///   - limit: The maximum number of rows to skip.
    /// - Returns: The skipped rows, of which there may be none.
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

    /// Whether a value is valid; if so, the filter remembers it.
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
