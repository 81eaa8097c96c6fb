import PeriluneDrawing
import Testing

struct MarkShapeTests {
    private let rect = Rect(10, 20, 40, 80)

    @Test func aTriangleStandsOnItsBase() throws {
        let triangle = try #require(MarkShape.named["triangle"])
        #expect(
            triangle.path(in: rect, growing: .up).points
                == [Point(10, 100), Point(30, 20), Point(50, 100)])
        #expect(
            triangle.path(in: rect, growing: .down).points
                == [Point(10, 20), Point(30, 100), Point(50, 20)])
        #expect(
            triangle.path(in: rect, growing: .right).points
                == [Point(10, 20), Point(50, 60), Point(10, 100)])
        #expect(
            triangle.path(in: rect, growing: .left).points
                == [Point(50, 20), Point(10, 60), Point(50, 100)])
    }

    @Test func allShapesStayWithinTheirRectangle() {
        for shape in MarkShape.named.values {
            for point in shape.path(in: rect, growing: .up).points {
                #expect(point.x >= 9.999 && point.x <= 50.001)
                #expect(point.y >= 19.999 && point.y <= 100.001)
            }
        }
    }
}
