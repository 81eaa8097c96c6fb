import PeriluneCore
import Testing

@testable import LoginScreenPlugin

struct CheckTests {
    private func issues(_ keys: String) -> [LoginIssue] { LoginFile.check(Fixtures.bytes(keys)) }

    @Test(arguments: [
        (
            "<key>ThemeColour</key><string>#fff</string>", "error",
            "unknown key 'ThemeColour'; it has no effect", 1
        ),
        ("<key>themecolor</key><string>#ffffff</string>", "error", "unknown key 'themecolor'", 1),
        ("<key>Nonsense</key><true/>", "warning", "unknown key 'Nonsense'", 1),
        (
            "<key>ThemeColor</key><string>27A7EE</string>", "error",
            "ThemeColor is '27A7EE', which is not a colour", 22
        ),
        ("<key>ThemeColor</key><string>#12345</string>", "error", "not a colour", 22),
        ("<key>ThemeColor</key><string>#GG0000</string>", "error", "not a colour", 22),
        ("<key>ThemeColor</key><integer>7</integer>", "error", "must be a string, got integer", 22),
        ("<key>ThemeColor</key><string></string>", "warning", "the default colour is used", 22),
        (
            "<key>LoginUIScreenStyle</key><integer>3</integer>", "error",
            "LoginUIScreenStyle is 3, not one of 0 (basic), 1 (theme1), 2 (theme2)", 30
        ),
        ("<key>LoginUIScreenStyle</key><real>0.5</real>", "error", "is 0.5", 30),
        ("<key>LoginUIScreenStyle</key><string>1</string>", "error", "a number, got string", 30),
        (
            "<key>MaxWidthOfLoginElements</key><integer>0</integer>", "warning",
            "MaxWidthOfLoginElements is 0, which has no effect", 35
        ),
        ("<key>MaxWidthOfLoginElements</key><integer>-5</integer>", "warning", "is -5", 35),
        ("<key>MaxWidthOfLoginElements</key><real>1e9</real>", "error", "the maximum is 10000", 35),
        ("<key>LoginIcon</key><string>x</string>", "error", "LoginIcon must be a dictionary", 21),
        ("<key>LoginButton</key><dict/>", "error", "LoginButton must be an array, got dict", 23),
        (
            "<key>LoginButton</key><array><true/></array>", "error",
            "LoginButton[0] must be a dictionary, got true", 30
        ),
        (
            "<key>LoginIcon</key><dict><key>Display</key><string>YES</string></dict>", "error",
            "LoginIcon.Display must be true or false, got string", 45
        ),
        (
            "<key>LoginIcon</key><dict><key>Display</key><integer>1</integer></dict>", "warning",
            "must be true or false, got a number", 45
        ),
        (
            "<key>LoginIcon</key><dict><key>IconImage</key><string>logo.png</string></dict>",
            "error", "is 'logo.png', and names have no extension", 47
        ),
        (
            "<key>LoginIcon</key><dict><key>IconImage</key><string>../logo</string></dict>",
            "error",
            "which is a path", 47
        ),
        (
            "<key>LoginIcon</key><dict><key>IconImage</key><string></string></dict>", "warning",
            "is empty, so no image is shown", 47
        ),
        (
            "<key>ServerLabel</key><dict><key>Text</key><string>x</string></dict>", "warning",
            "unknown key 'Text' in ServerLabel", 29
        ),
        (
            "<key>ChangeLibrary</key><dict><key>Text</key><string/></dict>", "warning",
            "is empty, so no text is shown", 46
        ),
        (
            "<key>ServerLabel</key><dict><key>Font</key><dict><key>Name</key><string>Lato.ttf</string></dict></dict>",
            "error", "names have no extension", 65
        ),
        (
            "<key>LoginButton</key><array><dict><key>AuthType</key><integer>7</integer></dict></array>",
            "error", "LoginButton[0].AuthType is 7", 55
        ),
        (
            "<key>LoginButton</key><array><dict><key>Text</key><string>x</string></dict></array>",
            "error", "AuthType is missing", 30
        ),
        (
            "<key>LoginButton</key><array><dict><key>AuthType</key><real>4</real></dict><dict><key>AuthType</key><integer>4</integer></dict></array>",
            "warning", "LoginButton[1].AuthType repeats 4", 101
        ),
        (
            "<key>BackgroundImage</key><dict><key>Portrait</key><string>p</string></dict>",
            "warning", "iPads in landscape have no image", 52
        ),
        (
            "<key>BackgroundImage</key><dict><key>Landscape</key><string/></dict>", "warning",
            "is empty and prevents the use of other images", 53
        ),
        (
            "<key>BackgroundImage</key><dict><key>iPhoneX</key><string>x</string></dict>", "error",
            "unknown key 'iPhoneX' in BackgroundImage", 33
        ),
        (
            "<key>BackgroundImage</key><dict><key>IPhone</key><string>x</string></dict>", "warning",
            "is never visible", 50
        ),
        (
            "<key>LogInButton</key><array/>", "error", "unknown key 'LogInButton'", 1
        ),
    ])
    func saysWhatIsWrongAndWhere(keys: String, severity: String, message: String, column: Int) {
        let issues = issues(keys)
        #expect(issues.count == 1)
        #expect(issues.first?.severity.rawValue == severity)
        #expect(issues.first?.error.message.contains(message) == true)
        #expect(issues.first?.error.place.line == 2)
        #expect(issues.first?.error.place.column == column)
        #expect(issues.first?.error.place.sourceLine == keys)
    }

    @Test func showsTheFirstLineOfAFileToo() {
        let text = "<plist><dict><key>Nonsense</key><true/></dict></plist>"
        let place = LoginFile.check(Array(text.utf8)).first?.error.place
        #expect(place?.line == 1)
        #expect(place?.sourceLine == text)
    }

    /// As Foundation and the app do.
    @Test(arguments: [(0, false), (1, true)])
    func aNumberInPlaceOfABooleanIsAcceptedWithAWarning(_ number: Int, _ isDisplayed: Bool) throws {
        let keys =
            "<key>LoginIcon</key><dict><key>Display</key><integer>\(number)</integer></dict>"
        #expect(
            issues(keys).map(\.error.message) == [
                "LoginIcon.Display must be true or false, got a number"
            ])
        #expect(try Fixtures.settings(keys).icon.isDisplayed == isDisplayed)
    }

    @Test func theMaximumSizeIsAccepted() {
        #expect(issues("<key>MaxWidthOfLoginElements</key><integer>10000</integer>").isEmpty)
    }

    @Test func anEmptyCharacterOfAnIconIsReported() {
        let found = issues(
            "<key>LoginIcon</key><dict><key>IconFont</key><dict><key>FontString</key><string></string></dict></dict>"
        )
        #expect(found.map(\.error.code) == ["login.empty"])
        #expect(found.first?.error.message.hasSuffix("is empty, so no icon is shown") == true)
    }

    @Test func suggestsTheKeyThatIsMeant() {
        let found = issues("<key>LoginIcons</key><dict/><key>ChangeLibary</key><dict/>")
        #expect(
            found.map(\.error.hint) == [
                "did you mean 'LoginIcon'?", "did you mean 'ChangeLibrary'?",
            ])
    }

    @Test(arguments: ["0xeaaf", "\\ueaaf", "u+eaaf", "&amp;#xeaaf", "xyz", "d800", "0", "1234567"])
    func aCharacterMustBeHexadecimalDigitsOnly(text: String) {
        let found = issues(
            "<key>LoginIcon</key><dict><key>IconFont</key><dict><key>FontString</key><string>\(text)</string></dict></dict>"
        )
        #expect(found.map(\.error.code) == ["login.value"])
        #expect(found.first?.error.message.contains("FontString is") == true)
    }

    @Test func redundantImagesAndSizesAreReported() {
        let found = issues(
            """
            <key>LoginIcon</key><dict>
            <key>IconFont</key><dict><key>FontString</key><string>2605</string>
            <key>FontSize</key><integer>20</integer></dict>
            <key>IconImage</key><string>logo</string>
            <key>IconSize</key><integer>30</integer></dict>
            """)
        #expect(found.map(\.error.code) == ["login.both", "login.both"])
        #expect(found.map(\.error.place.line) == [3, 3])
    }

    @Test func aTextWithLowContrastOnItsButtonIsReported() {
        func codes(_ color: String) -> [String] {
            issues(
                """
                <key>ThemeColor</key><string>#ffffff</string>
                <key>LoginButton</key><array><dict><key>AuthType</key><integer>1</integer>
                <key>TextFont</key><dict><key>Color</key><string>\(color)</string></dict></dict></array>
                """
            ).map(\.error.code.rawValue)
        }
        #expect(codes("#eeeeee") == ["login.contrast"])
        #expect(codes("#333333") == [])
    }

    @Test func issuesAreInTheOrderOfTheFile() {
        let found = issues(
            "<key>ThemeColor</key><string>red</string>\n<key>Nonsense</key><true/>\n<key>BackgroundColor</key><string>blue</string>"
        )
        #expect(found.map(\.error.place.line) == [2, 3, 4])
    }

    @Test(arguments: [
        ("", "xml.syntax"), ("<plist><array/></plist>", "login.root"),
        ("bplist00", "plist.binary"), ("<plist><dict><key>a</key></dict></plist>", "plist.key"),
    ])
    func aFileThatCannotBeReadIsOneError(text: String, code: String) {
        let found = LoginFile.check(Array(text.utf8))
        #expect(found.map(\.error.code.rawValue) == [code])
        #expect(found.map(\.severity) == [.error])
    }

    @Test func aFileOfMistakesDoesNotFillTheMemory() {
        let keys = (0..<10_000).map { "<key>k\($0)</key><true/>" }.joined(separator: "\n")
        #expect(issues(keys).count == 200)
    }

    @Test(arguments: ["basic.plist", "theme1.plist", "theme2.plist"])
    func theSamplesAreClean(name: String) throws {
        #expect(try Fixtures.file(name).issues == [])
    }
}
