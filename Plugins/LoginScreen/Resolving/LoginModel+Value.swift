import PeriluneCore
import PeriluneDrawing

extension LoginModel {
    /// The screen as scripts read it.
    var value: Value {
        let parts: [(String, Value?)] = [
            ("device", .string(device.name)), ("platform", .string(device.platform)),
            ("orientation", .string(orientation.rawValue)),
            ("width", .number(size.width)), ("height", .number(size.height)),
            ("style", .string(style.name)), ("background", background.value),
            ("elementWidth", .number(elementWidth)), ("icon", icon?.value),
            ("server", server?.value), ("changeLibrary", changeLibrary?.value),
            ("buttons", .array(buttons.map(\.value))), ("stayLoggedIn", stayLoggedIn?.value),
        ]
        return .object(.init(parts.compactMap { name, value in value.map { (name, $0) } }))
    }
}

extension LoginModel.Background {
    fileprivate var value: Value {
        var members = Value.Members([
            ("extent", .string(extent.rawValue)), ("color", .string(ColorText.text(color))),
        ])
        members["image"] = image.map { .string($0) }
        return .object(members)
    }
}

extension LoginModel.Icon {
    fileprivate var value: Value {
        var members = Value.Members([
            ("color", .string(ColorText.text(color))), ("size", .number(size)),
        ])
        switch picture {
        case .usual: break
        case .image(let name): members["image"] = .string(name)
        case .symbol(let character, let font):
            members["symbol"] = .string(String(character))
            members["font"] = font.map { .string($0) }
        }
        return .object(members)
    }
}

extension LoginModel.Label {
    fileprivate var members: Value.Members {
        .init([
            ("text", .string(text)), ("color", .string(ColorText.text(color))),
            ("font", .string(font.family)), ("size", .number(font.size)),
        ])
    }

    fileprivate var value: Value { .object(members) }
}

extension LoginModel.Button {
    fileprivate var value: Value {
        var members = label.members
        members["authentication"] = .string("\(authentication)")
        members["background"] = .string(ColorText.text(color))
        members["height"] = .number(height)
        members["icon"] = icon?.value
        return .object(members)
    }
}

extension LoginModel.Checkbox {
    fileprivate var value: Value {
        var members = label.members
        members["checked"] = .bool(isChecked)
        members["tint"] = .string(ColorText.text(color))
        return .object(members)
    }
}
