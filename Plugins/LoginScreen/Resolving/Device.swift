import PeriluneCore
import PeriluneDrawing

/// A device that a login screen is shown on.
struct Device: Sendable, Hashable {
    /// The name in scripts and commands.
    let name: String
    let title: String
    /// The model identifier of the hardware (`hw.machine`).
    let platform: String
    /// In points, standing.
    let width: Double
    let height: Double

    var isPad: Bool { platform.hasPrefix("iPad") }

    func size(_ orientation: PictureRequest.Orientation) -> Size {
        orientation == .portrait ? Size(width, height) : Size(height, width)
    }

    /// The default orientation.
    var usualOrientation: PictureRequest.Orientation { isPad ? .landscape : .portrait }

    /// Whether backgrounds for the iPhone X are also used for it.
    ///
    /// The guide states the rule twice with differences: its list of platforms lacks iPhone11,8, and its ratio is
    /// 9/19.5, while its code has 0.462, which the iPhone X itself requires (375/812 is 0.4618). This follows the
    /// code, which is what the app runs. The code compares the sides of the screen in its current orientation; here a
    /// rotated phone stays in its family.
    var isPhoneXFamily: Bool {
        !isPad && (Self.phoneXPlatforms.contains(platform) || width / height <= 0.462)
    }

    private static let phoneXPlatforms: Set<String> = [
        "iPhone10,3", "iPhone10,6", "iPhone11,2", "iPhone11,4", "iPhone11,6", "iPhone11,8",
        "iPhone12,1", "iPhone12,3", "iPhone12,5",
    ]

    /// One device for each shape of screen that the rules distinguish, and common ones.
    static let all = [
        Device(name: "ipad", title: "iPad", platform: "iPad7,11", width: 810, height: 1080),
        Device(
            name: "ipad-mini", title: "iPad mini", platform: "iPad11,1", width: 768, height: 1024),
        Device(
            name: "ipad-air", title: "iPad Air", platform: "iPad13,1", width: 820, height: 1180),
        Device(
            name: "ipad-pro-11", title: "iPad Pro 11\"", platform: "iPad8,1", width: 834,
            height: 1194),
        Device(
            name: "ipad-pro-12.9", title: "iPad Pro 12.9\"", platform: "iPad8,5", width: 1024,
            height: 1366),
        Device(
            name: "iphone-se", title: "iPhone SE", platform: "iPhone8,4", width: 320, height: 568),
        Device(
            name: "iphone-8", title: "iPhone 8", platform: "iPhone10,1", width: 375, height: 667),
        Device(
            name: "iphone-8-plus", title: "iPhone 8 Plus", platform: "iPhone10,2", width: 414,
            height: 736),
        Device(
            name: "iphone-x", title: "iPhone X", platform: "iPhone10,3", width: 375, height: 812),
        Device(
            name: "iphone-xr", title: "iPhone XR", platform: "iPhone11,8", width: 414, height: 896),
        Device(
            name: "iphone-11", title: "iPhone 11", platform: "iPhone12,1", width: 414, height: 896),
        Device(
            name: "iphone-11-pro", title: "iPhone 11 Pro", platform: "iPhone12,3", width: 375,
            height: 812),
        Device(
            name: "iphone-12", title: "iPhone 12", platform: "iPhone13,2", width: 390, height: 844),
        Device(
            name: "iphone-15-pro", title: "iPhone 15 Pro", platform: "iPhone16,1", width: 393,
            height: 852),
    ]

    static func named(_ name: String) throws(PeriluneError) -> Device {
        if let found = all.first(where: { $0.name == name || $0.platform == name }) { return found }
        let names = all.map(\.name)
        let meant = NearestName.suggestion(for: name, in: names)
        throw PeriluneError(
            "login.device",
            "there is no device '\(name)'\(meant); the devices are \(names.joined(separator: ", "))"
        )
    }
}
