import Foundation
import PeriluneCore
import PeriluneStore
import Testing

@testable import ChartsPlugin

/// A folder with these files, gone with the test.
final class QueryFolder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "queries-\(UUID().uuidString)")
        path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// A database that this SQL makes.
    func database(_ sql: String = QueryFolder.sales) throws -> String {
        let file = "\(path)/sales.sqlite"
        try Connection(path: file).run(sql)
        return file
    }

    static let sales = """
        CREATE TABLE sales (Region TEXT, Country TEXT, Year INTEGER, Amount REAL, Day TEXT);
        INSERT INTO sales VALUES
          ('Europe', 'Spain', 2010, 10.5, '2010-05-10'), ('Europe', 'France', 2011, 20, '2011-01-02'),
          ('Asia', 'Japan', 2010, 40, '2010-12-31'), ('R & D', 'O''Hara', 2012, 80, NULL),
          (NULL, 'Nowhere', 2012, 160, '2012-02-29');
        CREATE VIEW ByRegion AS SELECT Region, SUM(Amount) AS Amount FROM sales GROUP BY Region;
        """
}

extension Table {
    /// The texts of a column, `-` for null.
    func texts(_ name: String) -> [String] {
        guard let column = self[name] else { return ["no \(name)"] }
        return (0..<count).map { row in
            switch column[row] {
            case .null: "-"
            case .number(let number): ValueText.number(number)
            case .text(let text): text
            case .date(let date): ValueText.date(date)
            }
        }
    }
}

/// The code of what is thrown, and where.
func thrown(_ body: () async throws -> Void) async -> (code: String, place: PeriluneError.Place) {
    do {
        try await body()
        return ("nothing", .init())
    } catch let error as PeriluneError {
        return (error.code.rawValue, error.place)
    } catch let issue as ChartIssue {
        return (issue.code.rawValue, issue.place)
    } catch { return ("\(error)", .init()) }
}
