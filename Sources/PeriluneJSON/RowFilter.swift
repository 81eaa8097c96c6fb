internal import CPeriluneJSON

/// Skips the rows of a table of which certainly no condition is met, without entering Swift for each of them.
package final class RowFilter {
    /// Rows that were skipped.
    package struct Skipped {
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

    package static let padding = Int(CPJ_ROW_PADDING)

    private let tests: UnsafeMutableBufferPointer<cpj_row_test>
    private let filter: UnsafeMutablePointer<cpj_row_filter>

    /// A filter that skips rows with one value for each column, unless the value of a column is one of some texts,
    /// which must be ASCII.
    package init(
        delimiter: UInt8, quote: UInt8, columns: Int, wanted: [(column: Int, text: [UInt8])]
    ) {
        precondition(
            wanted.allSatisfy { (0..<columns).contains($0.column) }, "there is no such column")
        tests = .allocate(capacity: wanted.count)
        for (number, test) in wanted.sorted(by: { $0.column < $1.column }).enumerated() {
            let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: test.text.count)
            _ = text.initialize(from: test.text)
            tests.initializeElement(
                at: number,
                to: cpj_row_test(
                    column: test.column, text: text.baseAddress, length: text.count))
        }
        filter = .allocate(capacity: 1)
        filter.initialize(
            to: cpj_row_filter(
                delimiter: delimiter, quote: quote, columns: columns,
                tests: UnsafePointer(tests.baseAddress), test_count: tests.count))
    }

    deinit {
        for test in tests { UnsafePointer(test.text)?.deallocate() }
        tests.deallocate()
        filter.deallocate()
    }

    /// Skips rows from the position of one on.
    ///
    /// - Parameter bytes: Rows; ``padding`` more bytes are readable behind them.
    package func skip(
        in bytes: UnsafeRawBufferPointer, from start: Int, atMost limit: Int
    ) -> Skipped {
        let skipped = cpj_skip_rows(
            filter, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, start,
            limit)
        return Skipped(
            count: skipped.count, end: skipped.end, last: skipped.last,
            lineFeeds: skipped.line_feeds, endsWithLine: skipped.last_is_line)
    }
}
