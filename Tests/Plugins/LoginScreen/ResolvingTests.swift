import PeriluneCore
import PeriluneDrawing
import Testing

@testable import LoginScreenPlugin

struct ResolvingTests {
    /// Both loading tables of the guide, row by row.
    @Test(arguments: [
        ("Landscape Portrait", "Landscape", "Portrait"), ("Landscape", "Landscape", "Landscape"),
        ("Portrait", "nil", "Portrait"), ("", "nil", "nil"),
    ])
    func padsLoadImagesByTheTable(keys: String, landscape: String, portrait: String) throws {
        let images = try backgrounds(keys)
        let pad = try Device.named("ipad")
        #expect(images.image(pad, .landscape) ?? "nil" == landscape)
        #expect(images.image(pad, .portrait) ?? "nil" == portrait)
    }

    @Test(arguments: [
        ("IPhoneX IPhone", "IPhoneX", "IPhone"), ("IPhoneX", "IPhoneX", "nil"),
        ("IPhone", "IPhone", "IPhone"), ("Landscape Portrait", "nil", "nil"),
    ])
    func phonesLoadImagesByTheTable(keys: String, phoneX: String, phone: String) throws {
        let images = try backgrounds(keys)
        for orientation in PictureRequest.Orientation.allCases {
            #expect(images.image(try Device.named("iphone-xr"), orientation) ?? "nil" == phoneX)
            #expect(images.image(try Device.named("iphone-8"), orientation) ?? "nil" == phone)
        }
    }

    private func backgrounds(_ keys: String) throws -> LoginSettings.Backgrounds {
        let members = keys.split(separator: " ").map { "<key>\($0)</key><string>\($0)</string>" }
        return try Fixtures.settings(
            "<key>LoginUIScreenStyle</key><integer>1</integer><key>BackgroundImage</key><dict>\(members.joined())</dict>"
        ).background
    }

    @Test func anEmptyKeyOverridesTheDefault() throws {
        let settings = try Fixtures.settings(
            "<key>LoginUIScreenStyle</key><integer>1</integer><key>BackgroundImage</key><dict><key>Landscape</key><string>l</string><key>Portrait</key><string/></dict>"
        )
        #expect(settings.model(try Device.named("ipad"), .portrait).background.image == nil)
        #expect(settings.model(try Device.named("ipad"), .landscape).background.image == "l")
    }

    @Test(arguments: [
        ("iPhone10,3", 375.0, 812.0, true), ("iPhone10,6", 375, 812, true),
        ("iPhone11,2", 375, 812, true), ("iPhone11,4", 414, 896, true),
        ("iPhone11,6", 414, 896, true), ("iPhone11,8", 414, 896, true),
        ("iPhone12,1", 414, 896, true), ("iPhone12,3", 375, 812, true),
        ("iPhone12,5", 414, 896, true), ("iPhone10,3", 9, 16, true),
        ("iPhone99,9", 375, 812, true), ("iPhone99,9", 462, 1000, true),
        ("iPhone99,9", 463, 1000, false), ("iPhone10,1", 375, 667, false),
        ("iPhone12,8", 375, 667, false), ("iPad7,11", 400, 1000, false),
    ])
    func findsTheFamilyByPlatformOrScreen(
        platform: String, width: Double, height: Double, isFamily: Bool
    ) {
        let device = Device(name: "", title: "", platform: platform, width: width, height: height)
        #expect(device.isPhoneXFamily == isFamily)
    }

    @Test(arguments: [
        ("#ff6800", 0xff, 0x68, 0, 1.0), ("#BA333333", 0x33, 0x33, 0x33, 186.0 / 255),
        ("#80AbCdEf", 0xab, 0xcd, 0xef, 128.0 / 255), ("#00000000", 0, 0, 0, 0),
    ])
    func readsColours(text: String, red: Int, green: Int, blue: Int, opacity: Double) {
        let color = Color(UInt8(red), UInt8(green), UInt8(blue), opacity: opacity)
        #expect(ColorText.color(text) == color)
        #expect(ColorText.color(ColorText.text(color)) == color)
    }

    @Test(arguments: ["", "#", "ff6800", "#ff68", "#ff68001", "#ff68001122", "#gg0000", "# f0000"])
    func refusesOtherColours(text: String) {
        #expect(ColorText.color(text) == nil)
    }

    @Test func anEmptyFileIsTheBasicStyle() throws {
        let model = try Fixtures.settings("").model(try Device.named("ipad"), .landscape)
        #expect(model.style == .basic)
        #expect(model.isCard)
        #expect(model.icon?.picture == .usual)
        #expect(model.server?.text == "library.example.com")
        #expect(model.changeLibrary?.text == "Change Library")
        #expect(model.stayLoggedIn?.label.text == "Stay logged in")
        #expect(model.stayLoggedIn?.isChecked == false)
        #expect(model.buttons.map(\.label.text) == ["Log In"])
        #expect(model.buttons.map(\.height) == [35])
    }

    @Test func hiddenElementsAreLeftOut() throws {
        let hidden = ["LoginIcon", "ServerLabel", "ChangeLibrary", "StayLoggedIn"]
            .map { "<key>\($0)</key><dict><key>Display</key><false/></dict>" }
        let model = try Fixtures.settings(hidden.joined()).model(
            try Device.named("ipad"), .portrait)
        #expect(model.icon == nil && model.server == nil)
        #expect(model.changeLibrary == nil && model.stayLoggedIn == nil)
    }

    @Test func theThemeColorIsTheDefaultOfElements() throws {
        let model = try Fixtures.settings(
            """
            <key>ThemeColor</key><string>#0000ff</string><key>DefaultTextColor</key><string>#222222</string>
            <key>ChangeLibrary</key><dict><key>Font</key><dict><key>Color</key><string>#ff0000</string></dict></dict>
            <key>LoginButton</key><array><dict><key>AuthType</key><integer>4</integer></dict>
            <dict><key>AuthType</key><integer>5</integer><key>BackgroundColor</key><string>#00aa00</string></dict></array>
            """
        ).model(try Device.named("ipad"), .landscape)
        #expect(model.icon?.color == Color(0x0000ff))
        #expect(model.stayLoggedIn?.color == Color(0x0000ff))
        #expect(model.changeLibrary?.color == Color(0xff0000))
        #expect(model.server?.color == Color(0x222222))
        #expect(model.fields.map(\.label.color) == [Color(0x222222), Color(0x222222)])
        #expect(model.buttons.map(\.color) == [Color(0x0000ff), Color(0x00aa00)])
    }

    @Test func anEmptyTextReplacesTheUsualOne() throws {
        let model = try Fixtures.settings(
            "<key>ChangeLibrary</key><dict><key>Text</key><string/></dict>"
        ).model(try Device.named("ipad"), .landscape)
        #expect(model.changeLibrary?.text == "")
    }

    @Test(arguments: [
        ("iphone-8", 300.0, 300.0), ("iphone-8", 1000, 315), ("iphone-se", 300, 260),
        ("ipad", 1000, 702), ("ipad", 200, 200),
    ])
    func elementsKeepThirtyPointsOnEachSide(device: String, wanted: Double, width: Double) throws {
        let model = try Fixtures.settings(
            "<key>MaxWidthOfLoginElements</key><real>\(wanted)</real>"
        ).model(try Device.named(device), .portrait)
        #expect(model.elementWidth == width)
        #expect(model.viewWidth - model.elementWidth >= 60)
        #expect(model.viewWidth <= model.size.width)
    }

    @Test(arguments: [
        (0, "ipad", "whole"), (0, "iphone-x", "none"), (1, "iphone-x", "whole"),
        (1, "ipad", "whole"), (2, "ipad", "upper half"), (2, "iphone-8", "upper half"),
    ])
    func theStyleSaysHowFarTheBackgroundReaches(
        style: Int, device: String, extent: String
    ) throws {
        let model = try Fixtures.settings(
            "<key>LoginUIScreenStyle</key><integer>\(style)</integer>"
        ).model(try Device.named(device), .portrait)
        #expect(model.background.extent.rawValue == extent)
    }

    @Test func iconSizeOverridesTheSizeOfItsFont() throws {
        let icon =
            "<key>IconFont</key><dict><key>FontString</key><string>2605</string><key>FontSize</key><integer>20</integer></dict>"
        let own = try Fixtures.settings("<key>LoginIcon</key><dict>\(icon)</dict>")
        let other = try Fixtures.settings(
            "<key>LoginIcon</key><dict>\(icon)<key>IconSize</key><integer>50</integer></dict>")
        let pad = try Device.named("ipad")
        #expect(own.model(pad, .portrait).icon?.size == 20)
        #expect(other.model(pad, .portrait).icon?.size == 50)
        #expect(other.model(pad, .portrait).icon?.picture == .symbol("★", font: nil))
    }

    @Test func anUnknownDeviceIsAnErrorWithTheNames() {
        let error = #expect(throws: PeriluneError.self) { _ = try Device.named("iphone-xx") }
        #expect(error?.message.contains("did you mean 'iphone-x'?") == true)
        #expect(error?.message.contains("ipad-mini") == true)
    }
}
