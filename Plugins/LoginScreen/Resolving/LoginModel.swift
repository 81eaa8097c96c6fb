import PeriluneCore
import PeriluneDrawing

/// A login screen as one device shows it: every default is filled in.
struct LoginModel: Sendable, Hashable {
    var device: Device
    var orientation: PictureRequest.Orientation
    var style: LoginSettings.Style
    var background: Background
    /// The width of the login view: the card or the screen.
    var viewWidth: Double
    /// The width of buttons and text fields.
    var elementWidth: Double
    /// `nil` for what is hidden.
    var icon: Icon?
    var server: Label?
    var changeLibrary: Label?
    var fields: [Field]
    var buttons: [Button]
    var stayLoggedIn: Checkbox?

    var size: Size { device.size(orientation) }
    /// Whether the login view is a card on the background.
    var isCard: Bool { style == .basic && device.isPad }

    struct Background: Sendable, Hashable {
        var extent: Extent
        var image: String?
        var color: Color

        enum Extent: String, Sendable, Hashable {
            /// Under everything, or around the card.
            case whole
            /// White below.
            case upperHalf = "upper half"
            /// The login view covers the screen.
            case none
        }
    }

    struct Icon: Sendable, Hashable {
        var picture: Picture
        var color: Color
        var size: Double

        enum Picture: Sendable, Hashable {
            /// The app's own.
            case usual
            case image(String)
            case symbol(Character, font: String?)
        }
    }

    struct Label: Sendable, Hashable {
        var text: String
        var font: Font
        var color: Color
    }

    struct Field: Sendable, Hashable {
        var label: Label
    }

    struct Button: Sendable, Hashable {
        var authentication: LoginSettings.Authentication
        var label: Label
        var icon: Icon?
        var color: Color
        var height: Double
    }

    struct Checkbox: Sendable, Hashable {
        var label: Label
        var isChecked: Bool
        var color: Color
    }
}
