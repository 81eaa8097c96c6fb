import PeriluneCore
import PeriluneDrawing
import PeriluneXML

extension LoginSettings {
    private static let imageEndings = ["png", "jpg", "jpeg", "pdf", "svg", "heic"]
    private static let fontEndings = ["ttf", "otf", "ttc"]
    private static let longestSide = 10_000.0
    private static let largestFont = 500.0

    /// Reads a root dictionary; invalid entries are added to `issues` and skipped.
    init(_ list: PropertyList, _ issues: IssueList) {
        self.init()
        let root = PropertyListReader(
            list, "", issues,
            keys: [
                "LoginUIScreenStyle", "BackgroundImage", "BackgroundColor", "ThemeColor",
                "DefaultTextColor", "MaxWidthOfLoginElements", "LoginIcon", "ServerLabel",
                "ChangeLibrary", "StayLoggedIn", "LoginButton",
            ])
        style =
            root.choice("LoginUIScreenStyle", 0...2, "0 (basic), 1 (theme1), 2 (theme2)")
            .flatMap { Style(rawValue: $0) } ?? .basic
        background = Backgrounds(root)
        backgroundColor = root.color("BackgroundColor")
        themeColor = root.color("ThemeColor")
        textColor = root.color("DefaultTextColor")
        elementWidth = root.size("MaxWidthOfLoginElements", upTo: Self.longestSide)
        icon = Self.icon(root)
        server = Self.label("ServerLabel", root, hasText: false)
        changeLibrary = Self.label("ChangeLibrary", root)
        stayLoggedIn = Self.label("StayLoggedIn", root, further: ["StayLoggedInByDefault"])
        staysLoggedIn =
            PropertyListReader.withoutReporting(root, "StayLoggedIn")?.flag("StayLoggedInByDefault")
            ?? false
        buttons = Self.buttons(root, themeColor)
    }

    private static func icon(_ root: PropertyListReader) -> LoginIcon {
        var icon = LoginIcon()
        let keys = ["Display", "IconFont", "IconImage", "IconSize"]
        guard let reader = root.dictionary("LoginIcon", keys: keys) else { return icon }
        icon.isDisplayed = reader.flag("Display") ?? true
        icon.symbol = symbol(reader)
        icon.image = reader.resource("IconImage", imageEndings)
        icon.size = reader.size("IconSize", upTo: longestSide)
        if icon.image == "" {
            reader.warn("IconImage", "login.empty", "is empty, so no image is shown", nil)
            icon.image = nil
        }
        if icon.image != nil, icon.symbol?.character != nil {
            reader.warn(
                "IconFont", "login.both", "has no effect, because IconImage is set too",
                "remove one of them")
        }
        if let size = icon.size, let other = icon.symbol?.size, size != other {
            reader.warn("IconFont", "login.both", "has a FontSize, which IconSize overrides", nil)
        }
        return icon
    }

    private static func label(
        _ key: String, _ root: PropertyListReader, hasText: Bool = true, further: [String] = []
    ) -> Label {
        var label = Label()
        let keys = ["Display"] + (hasText ? ["Text"] : []) + ["Font"] + further
        guard let reader = root.dictionary(key, keys: keys) else { return label }
        label.isDisplayed = reader.flag("Display") ?? true
        label.text = hasText ? text(reader) : nil
        label.font = font("Font", reader)
        return label
    }

    /// A text that replaces the usual one, which an empty one does too.
    private static func text(_ reader: PropertyListReader) -> String? {
        let text = reader.text("Text")
        if text == "" {
            reader.warn(
                "Text", "login.empty", "is empty, so no text is shown",
                "remove the key to show the default text")
        }
        return text
    }

    private static func font(_ key: String, _ parent: PropertyListReader) -> Font {
        guard let reader = parent.dictionary(key, keys: ["Name", "Color", "Size"]) else {
            return Font()
        }
        let name = reader.resource("Name", fontEndings)
        return Font(
            name: name == "" ? nil : name, color: reader.color("Color"),
            size: reader.size("Size", upTo: largestFont))
    }

    private static func symbol(_ parent: PropertyListReader) -> Symbol? {
        let keys = ["Font", "FontString", "FontColor", "FontSize"]
        guard let reader = parent.dictionary("IconFont", keys: keys) else { return nil }
        let name = reader.resource("Font", fontEndings)
        var symbol = Symbol(
            font: name == "" ? nil : name, color: reader.color("FontColor"),
            size: reader.size("FontSize", upTo: largestFont))
        guard let text = reader.text("FontString"), !text.isEmpty else {
            if reader.list["FontString"]?.string == "" {
                reader.warn("FontString", "login.empty", "is empty, so no icon is shown", nil)
            }
            return symbol
        }
        symbol.character = character(text, reader)
        return symbol
    }

    private static func character(_ text: String, _ reader: PropertyListReader) -> Character? {
        let lower = text.lowercased()
        for prefix in ["0x", "\\u", "u+", "&#x"] where lower.hasPrefix(prefix) {
            reader.refuse(
                "FontString", "is '\(text.prefix(20))'; write the digits only",
                "write '\(text.dropFirst(prefix.count).prefix(8))'")
            return nil
        }
        guard text.count <= 6, text.allSatisfy(\.isHexDigit),
            let scalar = UInt32(text, radix: 16).flatMap({ Unicode.Scalar($0) }),
            scalar.value > 0x20
        else {
            reader.refuse(
                "FontString", "is '\(text.prefix(20))', which is not the number of a character",
                "write its hexadecimal digits: eaaf")
            return nil
        }
        return Character(scalar)
    }

    private static func buttons(_ root: PropertyListReader, _ theme: Color?) -> [Button] {
        let keys = ["AuthType", "Text", "TextFont", "IconFont", "BackgroundColor", "ButtonHeight"]
        var buttons: [Button] = []
        for reader in root.dictionaries("LoginButton", keys: keys) {
            guard reader.list["AuthType"] != nil else {
                reader.refuse("AuthType", "is missing, so the type of the button is unknown")
                continue
            }
            let names =
                "0 (badge), 1 (standard), 2 (trusted), 3 (Kerberos), 4 (SAML), 5 (guest), 6 (basic trusted)"
            guard
                let authentication = reader.choice("AuthType", 0...6, names)
                    .flatMap({ Authentication(rawValue: $0) })
            else { continue }
            if buttons.contains(where: { $0.authentication == authentication }) {
                reader.warn(
                    "AuthType", "login.twice",
                    "repeats \(authentication.rawValue); the first one is used", nil)
                continue
            }
            let button = Button(
                authentication: authentication, text: text(reader), font: font("TextFont", reader),
                symbol: symbol(reader), color: reader.color("BackgroundColor"),
                height: reader.size("ButtonHeight", upTo: longestSide))
            if let color = button.font.color, let ground = button.color ?? theme,
                color.contrast(with: ground) < 3
            {
                reader.warn(
                    "TextFont", "login.contrast",
                    "has too little contrast on the button",
                    "bold text needs a contrast of at least 3:1")
            }
            buttons.append(button)
        }
        return buttons
    }
}

extension PropertyListReader {
    /// A dictionary whose issues were reported before.
    fileprivate static func withoutReporting(
        _ root: PropertyListReader, _ key: String
    ) -> PropertyListReader? {
        guard let value = root.list[key], value.members != nil else { return nil }
        return PropertyListReader(
            value, root.path(key), root.issues, keys: (value.members ?? []).map(\.key))
    }
}

extension LoginSettings.Backgrounds {
    fileprivate init(_ root: PropertyListReader) {
        self.init()
        let keys = ["Landscape", "Portrait", "IPhoneX", "IPhone"]
        guard let reader = root.dictionary("BackgroundImage", keys: keys) else { return }
        let endings = ["png", "jpg", "jpeg", "pdf", "svg", "heic"]
        landscape = reader.resource("Landscape", endings)
        portrait = reader.resource("Portrait", endings)
        iPhoneX = reader.resource("IPhoneX", endings)
        iPhone = reader.resource("IPhone", endings)
        for key in keys where reader.list[key]?.string == "" {
            reader.warn(
                key, "login.empty", "is empty and prevents the use of other images",
                "remove the key, or name an image")
        }
        if portrait != nil, landscape == nil {
            reader.warn(
                "Portrait", "login.background",
                "has no counterpart: iPads in landscape have no image",
                "add Landscape")
        }
        if iPhoneX != nil, iPhone == nil {
            reader.warn(
                "IPhoneX", "login.background",
                "has no counterpart: iPhones of other families have no image", "add IPhone")
        }
        let style = root.list["LoginUIScreenStyle"]?.number ?? 0
        if style == 0, let key = ["IPhone", "IPhoneX"].first(where: { reader.list[$0] != nil }) {
            reader.warn(
                key, "login.background",
                "is never visible: in the basic style the card fills the screen of an iPhone",
                "set LoginUIScreenStyle to 1 or 2")
        }
    }
}
