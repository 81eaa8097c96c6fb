import PeriluneCore
import PeriluneDrawing
import Testing

struct ThemeValueTests {
    private func error(_ value: Value) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try Theme(value)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("WelterWeight", "WelterWeight"), ("welterweightdark", "WelterWeight Dark"),
        ("Welter-Weight_dark", "WelterWeight Dark"), ("vallina", "Vallina"),
    ])
    func aThemeIsFoundByName(name: String, found: String) throws {
        #expect(try Theme.named(name).name == found)
        #expect(try Theme(.string(name)).name == found)
    }

    @Test func anUnknownNameGetsASuggestion() {
        let error = error("Welterwight")
        #expect(error?.code == "theme.unknown")
        #expect(error?.hint == "did you mean 'WelterWeight'?")
    }

    @Test func anEmptyTableIsTheDefault() throws {
        #expect(try Theme([:]) == .welterWeight)
        #expect(try Theme([]) == .welterWeight)
    }

    @Test func singleFieldsAreOverridden() throws {
        let theme = try Theme([
            "base": "WelterWeight Dark", "name": "House",
            "fonts": [
                "family": "Lato", "title": ["size": 20, "weight": "regular", "italic": true],
            ],
            "colors": ["text": "#abc", "grid": "#01020380", "ranges": ["red", "Blue"]],
            "palette": ["#111111", "#222222"], "sequential": ["white", "black"],
            "diverging": ["red", "white", "blue"], "lines": ["series": 3.5],
            "spacing": ["band": 0.4, "padding": 20],
        ])
        #expect(theme.name == "House" && theme.isDark)
        #expect(theme.fonts.title == Font("Lato", size: 20, weight: .regular, isItalic: true))
        #expect(theme.fonts.axis.family == "Lato" && theme.fonts.axis.size == 11)
        #expect(theme.colors.text == Color(0xaabbcc))
        #expect(theme.colors.grid == Color(0x010203, opacity: 128.0 / 255))
        #expect(theme.colors.ranges == [Color(0xff0000), Color(0x0000ff)])
        #expect(theme.colors.axis == Theme.welterWeightDark.colors.axis)
        #expect(theme.style(3).color == Color(0x222222))
        #expect(theme.sequential.stops.count == 2 && theme.diverging.stops.count == 3)
        #expect(theme.lines.series == 3.5 && theme.spacing.band == 0.4)
    }

    @Test func aSeriesMayHaveItsOwnLookAndShape() throws {
        let theme = try Theme([
            "shapes": ["column": "triangle"],
            "series": [
                "Bikes": ["color": "teal", "hatch": "dots", "marker": "star", "dash": [4, 2]],
                "Cars": ["shape": [[0, 0], [0.5, 1], [1, 0]]],
            ],
        ])
        let bikes = theme.style(0, label: "Bikes")
        #expect(bikes.color == Color(0x008080) && bikes.hatch == .dots && bikes.dash == [4, 2])
        #expect(theme.shape(of: "column", 5) == MarkShape.named["triangle"])
        #expect(theme.shape(of: "bar", 5) == nil)
        #expect(theme.shape(of: "bar", 1, label: "Cars") == MarkShape.named["triangle"])
        #expect(theme.style(1, label: "Cars").color == Theme.welterWeight.style(1).color)
    }

    @Test(
        arguments: [
            (["colours": [:]], "theme: unknown field 'colours'", "did you mean 'colors'?"),
            (
                ["colors": ["bakground": "red"]], "theme: unknown field 'colors.bakground'",
                "did you mean 'background'?"
            ),
            (["colors": ["text": "reddish"]], "theme: 'colors.text' is not a colour", "#rrggbb"),
            (["colors": ["text": 7]], "theme: 'colors.text' is not a colour", "#rrggbb"),
            (["colors": "red"], "theme: 'colors' must be a table with string keys", ""),
            (
                ["fonts": ["title": ["size": 1000]]],
                "theme: 'fonts.title.size' must be a number from 4 to 200", ""
            ),
            (["fonts": ["title": ["weight": "heavy"]]], "theme: 'fonts.title.weight' must be", ""),
            (["palette": []], "theme: 'palette' must be a list of 1 to 256 colours", ""),
            (["palette": ["red", "#12"]], "theme: 'palette[2]' is not a colour", ""),
            (["lines": ["sries": 1]], "theme: unknown field 'lines.sries'", "series"),
            (["spacing": ["band": 1]], "theme: 'spacing.band' must be a number from 0 to 0.9", ""),
            (
                ["shapes": ["column": "triangel"]],
                "theme: 'shapes.column' is not a shape: 'triangel'",
                "did you mean 'triangle'?"
            ),
            (
                ["shapes": ["colum": "triangle"]], "theme: unknown field 'shapes.colum'",
                "did you mean 'column'?"
            ),
            (
                ["series": ["A": ["shape": [[0, 0], [1, 1]]]]], "theme: 'series.A.shape' must be",
                ""
            ),
            (["series": ["A": ["marker": "dot"]]], "theme: 'series.A.marker' must be one of", ""),
            (["base": 3], "theme: 'base' must be a string", ""),
            (7, "theme must be a table with string keys", ""),
        ] as [(Value, String, String)])
    func anErrorSaysWhatIsWrongAndWhere(value: Value, message: String, hint: String) {
        let error = error(value)
        #expect(error?.code == "theme.invalid")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
        if !hint.isEmpty {
            #expect(error?.hint?.contains(hint) == true, "\(error?.hint ?? "none")")
        }
    }
}
