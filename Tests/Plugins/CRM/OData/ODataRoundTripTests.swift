import PeriluneCore
import Testing

@testable import CRMPlugin

/// Any tree that is printed is read back as the same tree.
struct ODataRoundTripTests {
    private struct Maker {
        var random = SystemRandomNumberGenerator()

        mutating func pick<Element>(_ list: [Element]) -> Element {
            list[Int.random(in: 0..<list.count, using: &random)]
        }

        mutating func path() -> ODataPath {
            ODataPath(pick([["name"], ["_ownerid_value"], ["primarycontactid", "lastname"]]))
        }

        mutating func literal() -> ODataLiteral {
            pick([
                .null, .bool(true), .bool(false), .number("42"), .number("-0.050"), .string(""),
                .string("O'Neil ''x'' (and) or"), .string("ä€"), .guid(ODataSample.id),
                .date(Timestamp(microseconds: 1_709_251_199_000_000)),
            ])
        }

        mutating func text() -> ODataLiteral { .string(pick(["a", "it's", "%_[", ""])) }

        mutating func expression(_ depth: Int, _ version: ODataVersion) -> ODataExpression {
            let kinds = depth == 0 ? 4 : version == .v4 ? 9 : 7
            let form: ODataExpression.Form
            switch Int.random(in: 0..<kinds, using: &random) {
            case 0:
                form = .comparison(
                    pick(ODataExpression.Comparison.allCases),
                    ODataExpression(.path(path())), ODataExpression(.literal(literal())))
            case 1:
                let functions = ODataExpression.TextFunction.allCases
                form = .text(pick(functions), path(), text())
            case 2: form = .isIn(path(), (0..<pick([1, 3])).map { _ in literal() })
            case 3:
                let function = pick(ConditionOperator.allCases)
                let count = function.arity ?? 2
                form = .query(function, path(), (0..<count).map { _ in literal() })
            case 4:
                form = .and((0..<pick([2, 3])).map { _ in expression(depth - 1, version) })
            case 5: form = .or((0..<pick([2, 3])).map { _ in expression(depth - 1, version) })
            case 6: form = .not(expression(depth - 1, version))
            case 7:
                form = .lambda(
                    .init(
                        path: ODataPath(["rel"]), isAll: pick([true, false]), variable: "o",
                        condition: expression(depth - 1, version)))
            default:
                form = .lambda(.init(path: ODataPath(["rel"]), isAll: false, variable: ""))
            }
            return ODataExpression(form)
        }
    }

    @Test(arguments: [ODataVersion.v2, .v4])
    func printingAndReadingGivesTheSameTree(_ version: ODataVersion) throws {
        var maker = Maker()
        for _ in 0..<2000 {
            let tree = maker.expression(4, version)
            let text = tree.text(version)
            #expect(try ODataParser.filter(text, version) == tree, "\(text)")
        }
    }
}
