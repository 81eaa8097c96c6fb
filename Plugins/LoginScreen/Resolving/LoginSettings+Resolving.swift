import PeriluneCore
import PeriluneDrawing

extension LoginSettings {
    /// The login view on a device.
    func model(_ device: Device, _ orientation: PictureRequest.Orientation) -> LoginModel {
        let isCard = style == .basic && device.isPad
        let screen = device.size(orientation).width
        let widths = widths(screen: screen, isCard: isCard)
        let theme = themeColor ?? Defaults.theme
        let color = textColor ?? Defaults.text
        return LoginModel(
            device: device, orientation: orientation, style: style,
            background: background(device, orientation), viewWidth: widths.view,
            elementWidth: widths.elements, icon: icon(theme),
            server: label(server, Defaults.server, 15, color),
            changeLibrary: label(changeLibrary, "Change Library", 14, theme),
            fields: ["Username", "Password"].map { name in
                .init(label: .init(text: name, font: .init(size: 15), color: color))
            },
            buttons: buttons(theme),
            stayLoggedIn: label(stayLoggedIn, "Stay logged in", 14, color).map {
                .init(label: $0, isChecked: staysLoggedIn, color: theme)
            })
    }

    /// The login view is as wide as its elements want, and keeps 30 points on each side of them.
    private func widths(screen: Double, isCard: Bool) -> (view: Double, elements: Double) {
        let wanted = elementWidth ?? Defaults.elementWidth
        let room = isCard ? screen - 2 * Defaults.cardMargin : screen
        let view =
            isCard ? min(room, max(Defaults.cardWidth, wanted + 2 * Defaults.padding)) : screen
        return (view, min(wanted, view - 2 * Defaults.padding))
    }

    private func background(
        _ device: Device, _ orientation: PictureRequest.Orientation
    ) -> LoginModel.Background {
        let extent: LoginModel.Background.Extent =
            switch style {
            case .basic: device.isPad ? .whole : .none
            case .theme1: .whole
            case .theme2: .upperHalf
            }
        // An empty name is there, and finds no image.
        let name = extent == .none ? nil : background.image(device, orientation)
        return .init(
            extent: extent, image: name == "" ? nil : name,
            color: backgroundColor ?? Defaults.background)
    }

    private func icon(_ theme: Color) -> LoginModel.Icon? {
        guard icon.isDisplayed else { return nil }
        let picture: LoginModel.Icon.Picture
        if let image = icon.image {
            picture = .image(image)
        } else if let character = icon.symbol?.character {
            picture = .symbol(character, font: icon.symbol?.font)
        } else {
            picture = .usual
        }
        return .init(
            picture: picture, color: icon.symbol?.color ?? theme,
            size: icon.size ?? icon.symbol?.size ?? Defaults.iconSize)
    }

    private func label(
        _ label: Label, _ usual: String, _ size: Double, _ color: Color
    ) -> LoginModel.Label? {
        guard label.isDisplayed else { return nil }
        return .init(
            text: label.text ?? usual, font: label.font.drawn(size: size),
            color: label.font.color ?? color)
    }

    /// The default button comes first, unless the file lists the buttons.
    private func buttons(_ theme: Color) -> [LoginModel.Button] {
        let all = buttons.isEmpty ? [Button(authentication: .standard)] : buttons
        return all.map { button in
            let ground = button.color ?? theme
            let color = button.font.color ?? Defaults.text(on: ground)
            return .init(
                authentication: button.authentication,
                label: .init(
                    text: button.text ?? button.authentication.usualText,
                    font: button.font.drawn(size: 15, weight: .semibold), color: color),
                icon: button.symbol.flatMap { symbol in
                    symbol.character.map {
                        .init(
                            picture: .symbol($0, font: symbol.font), color: symbol.color ?? color,
                            size: symbol.size ?? 18)
                    }
                },
                color: ground, height: button.height ?? Defaults.buttonHeight)
        }
    }
}

extension LoginSettings.Backgrounds {
    /// The guide's two tables: which image is loaded; `nil` for none.
    func image(_ device: Device, _ orientation: PictureRequest.Orientation) -> String? {
        guard device.isPad else {
            return device.isPhoneXFamily ? iPhoneX ?? iPhone : iPhone
        }
        // A landscape image replaces a missing portrait image, but not vice versa.
        return orientation == .landscape ? landscape : portrait ?? landscape
    }
}

extension LoginSettings.Font {
    fileprivate func drawn(size usual: Double, weight: Font.Weight = .regular) -> Font {
        Font(name ?? "sans-serif", size: size ?? usual, weight: weight)
    }
}

extension LoginSettings.Authentication {
    /// The text of a button that has none of its own.
    var usualText: String {
        switch self {
        case .badge: "Log in with Badge"
        case .standard: "Log In"
        case .trusted: "Log in with Trusted"
        case .kerberos: "Log in with Kerberos"
        case .saml: "Log in with SAML"
        case .guest: "Log in as Guest"
        case .basicTrusted: "Log in with Basic Trusted"
        }
    }
}

/// The defaults; the guide only states the height of buttons, about 35.
private enum Defaults {
    static let theme = Color(0x1b6ec2)
    static let text = Color(0x35383a)
    static let background = Color(0xe9edf2)
    static let server = "library.example.com"
    static let iconSize = 72.0
    static let buttonHeight = 35.0
    static let elementWidth = 300.0
    static let cardWidth = 400.0
    static let cardMargin = 24.0
    static let padding = 30.0

    /// White, unless it could not be read; 3:1 is enough for half-bold letters.
    static func text(on ground: Color) -> Color {
        Color.white.contrast(with: ground) >= 3 ? .white : Color(0x1d2327)
    }
}
