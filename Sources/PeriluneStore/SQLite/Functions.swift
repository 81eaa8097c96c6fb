import CSQLite
package import PeriluneCore

/// An aggregate function of SQL, which combines rows into one value.
package protocol SQLAggregate: AnyObject {
    /// Adds a row.
    func step(_ arguments: borrowing SQLArguments) throws(PeriluneError)
    /// The value of all rows so far.
    func finish() throws(PeriluneError) -> SQLValue
}

extension Connection {
    /// Registers a function for SQL.
    ///
    /// `arguments` is their number, -1 for any number. A deterministic function returns the same result for the same
    /// arguments, on which indexes and the planner rely. An error ends the statement.
    package func createFunction(
        _ name: String, arguments: Int, deterministic: Bool = true,
        _ body: @escaping (borrowing SQLArguments) throws(PeriluneError) -> SQLValue
    ) throws(PeriluneError) {
        try database.check(
            sqlite3_create_function_v2(
                database.pointer, name, Int32(arguments), flags(deterministic),
                Unmanaged.passRetained(Scalar(body)).toOpaque(), callScalar, nil, nil,
                { dispose(Scalar.self, $0) }))
    }

    /// Registers an aggregate function for SQL; `make` is called for each group.
    package func createAggregate(
        _ name: String, arguments: Int, deterministic: Bool = true,
        _ make: @escaping () -> any SQLAggregate
    ) throws(PeriluneError) {
        try database.check(
            sqlite3_create_function_v2(
                database.pointer, name, Int32(arguments), flags(deterministic),
                Unmanaged.passRetained(Aggregate(make)).toOpaque(), nil, stepAggregate,
                finishAggregate, { dispose(Aggregate.self, $0) }))
    }

    /// Registers a collation for SQL.
    ///
    /// `compare` gets UTF-8, and returns a number less than, equal to or greater than 0. The order must not change as
    /// long as an index uses it.
    package func createCollation(
        _ name: String, _ compare: @escaping (Span<UInt8>, Span<UInt8>) -> Int
    ) throws(PeriluneError) {
        let box = Unmanaged.passRetained(Collation(compare))
        let result = sqlite3_create_collation_v2(
            database.pointer, name, SQLITE_UTF8, box.toOpaque(), compareTexts,
            { dispose(Collation.self, $0) })
        // Unlike for functions, SQLite does not release the argument if this fails.
        if result != SQLITE_OK { box.release() }
        try database.check(result)
    }

    private func flags(_ deterministic: Bool) -> Int32 {
        SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0)
    }
}

private final class Scalar {
    let body: (borrowing SQLArguments) throws(PeriluneError) -> SQLValue

    init(_ body: @escaping (borrowing SQLArguments) throws(PeriluneError) -> SQLValue) {
        self.body = body
    }
}

private final class Aggregate {
    let make: () -> any SQLAggregate

    init(_ make: @escaping () -> any SQLAggregate) { self.make = make }
}

private final class Collation {
    let compare: (Span<UInt8>, Span<UInt8>) -> Int

    init(_ compare: @escaping (Span<UInt8>, Span<UInt8>) -> Int) { self.compare = compare }
}

/// One group of an aggregate function.
private final class Group {
    let aggregate: any SQLAggregate

    init(_ aggregate: any SQLAggregate) { self.aggregate = aggregate }
}

private func callScalar(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let function = borrow(Scalar.self, sqlite3_user_data(context)) else { return }
    do throws(PeriluneError) {
        setResult(context, to: try function.body(SQLArguments(count, values)))
    } catch {
        fail(context, error)
    }
}

private func stepAggregate(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    // SQLite keeps these bytes for each group, initialized with zeros, until its end.
    let bytes = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    guard let kept = sqlite3_aggregate_context(context, bytes) else {
        return sqlite3_result_error_nomem(context)
    }
    let slot = kept.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let group: Group
    if let known = slot.pointee {
        group = Unmanaged<Group>.fromOpaque(known).takeUnretainedValue()
    } else {
        guard let aggregate = makeAggregate(context) else { return }
        group = Group(aggregate)
        slot.pointee = Unmanaged.passRetained(group).toOpaque()
    }
    do throws(PeriluneError) {
        try group.aggregate.step(SQLArguments(count, values))
    } catch {
        fail(context, error)
    }
}

private func finishAggregate(_ context: OpaquePointer?) {
    let aggregate: (any SQLAggregate)?
    let slot = sqlite3_aggregate_context(context, 0)?
        .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = slot?.pointee {
        aggregate = Unmanaged<Group>.fromOpaque(known).takeRetainedValue().aggregate
    } else {
        // There was no row: the result of an empty group.
        aggregate = makeAggregate(context)
    }
    do throws(PeriluneError) {
        setResult(context, to: try aggregate?.finish() ?? .null)
    } catch {
        fail(context, error)
    }
}

private func makeAggregate(_ context: OpaquePointer?) -> (any SQLAggregate)? {
    borrow(Aggregate.self, sqlite3_user_data(context))?.make()
}

private func compareTexts(
    _ context: UnsafeMutableRawPointer?, _ count: Int32, _ one: UnsafeRawPointer?,
    _ otherCount: Int32, _ other: UnsafeRawPointer?
) -> Int32 {
    guard let collation = borrow(Collation.self, context) else { return 0 }
    let one = UnsafeRawBufferPointer(start: one, count: Int(count))
    let other = UnsafeRawBufferPointer(start: other, count: Int(otherCount))
    return one.withMemoryRebound(to: UInt8.self) { one in
        other.withMemoryRebound(to: UInt8.self) { other in
            Int32(clamping: collation.compare(one.span, other.span))
        }
    }
}

private func setResult(_ context: OpaquePointer?, to value: SQLValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(var text):
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress, !characters.isEmpty else {
                    return sqlite3_result_text(context, "", 0, copiedBySQLite)
                }
                sqlite3_result_text64(
                    context, base, UInt64(characters.count), copiedBySQLite, UInt8(SQLITE_UTF8))
            }
        }
    case .blob(let bytes):
        bytes.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? _ = sqlite3_result_zeroblob64(context, 0)
                : sqlite3_result_blob64(
                    context, bytes.baseAddress, UInt64(bytes.count), copiedBySQLite)
        }
    }
}

private func fail(_ context: OpaquePointer?, _ error: PeriluneError) {
    sqlite3_result_error(context, error.message, -1)
}

/// The object behind a pointer from SQLite.
private func borrow<Object: AnyObject>(
    _ type: Object.Type, _ pointer: UnsafeMutableRawPointer?
) -> Object? {
    pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

private func dispose<Object: AnyObject>(
    _ type: Object.Type, _ pointer: UnsafeMutableRawPointer?
) {
    if let pointer { Unmanaged<Object>.fromOpaque(pointer).release() }
}
