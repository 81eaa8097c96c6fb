import PeriluneDrawing

/// What `MSIUICustomizationSettings.plist` says; a key that is missing or has no effect is `nil`.
struct LoginSettings: Sendable, Hashable {
    var style: Style = .basic
    var background = Backgrounds()
    var backgroundColor: Color?
    var themeColor: Color?
    var textColor: Color?
    /// The width of buttons and text fields, in points.
    var elementWidth: Double?
    var icon = LoginIcon()
    var server = Label()
    var changeLibrary = Label()
    var stayLoggedIn = Label()
    var staysLoggedIn = false
    var buttons: [Button] = []

    /// The layout of the login view.
    enum Style: Int, Sendable, Hashable, CaseIterable {
        case basic, theme1, theme2

        var name: String { "\(self)" }
    }

    /// The names of images; an empty name counts as set.
    struct Backgrounds: Sendable, Hashable {
        var landscape: String?
        var portrait: String?
        var iPhoneX: String?
        var iPhone: String?
    }

    struct LoginIcon: Sendable, Hashable {
        var isDisplayed = true
        var symbol: Symbol?
        var image: String?
        var size: Double?
    }

    /// A character of a font that holds icons.
    struct Symbol: Sendable, Hashable {
        var font: String?
        var character: Character?
        var color: Color?
        var size: Double?
    }

    struct Label: Sendable, Hashable {
        var isDisplayed = true
        /// An empty text is a text: it replaces the usual one.
        var text: String?
        var font = Font()
    }

    struct Font: Sendable, Hashable {
        var name: String?
        var color: Color?
        var size: Double?
    }

    struct Button: Sendable, Hashable {
        var authentication: Authentication
        var text: String?
        var font = Font()
        var symbol: Symbol?
        var color: Color?
        var height: Double?
    }

    /// The types of authentication, by the numbers of `AuthType`.
    enum Authentication: Int, Sendable, Hashable, CaseIterable {
        case badge, standard, trusted, kerberos, saml, guest, basicTrusted
    }
}
