package import PeriluneCore
import PeriluneDrawing

/// Pictures of login screens.
package enum LoginPictures {
    /// A picture of a screen on a device, by the device's name.
    ///
    /// - Parameters:
    ///   - file: What customizes the screen.
    ///   - device: The name of a device, or what its hardware calls itself.
    ///   - request: The format; width and height in place of the device's.
    ///   - images: A folder with the images that the file names.
    /// - Returns: The picture.
    /// - Throws: `login.device`, `login.size`, or what drawing throws.
    package static func picture(
        _ file: LoginFile, device: String, _ request: PictureRequest, images: String?
    ) throws(PeriluneError) -> Picture {
        try picture(file, Device.named(device), request, images.map { ImageFolder($0) })
    }

    /// The names of the devices.
    package static var devices: [String] { Device.all.map(\.name) }

    static func picture(
        _ file: LoginFile, _ device: Device, _ request: PictureRequest, _ images: ImageFolder?
    ) throws(PeriluneError) -> Picture {
        let orientation = request.orientation ?? device.usualOrientation
        let shown = try device.resized(request, orientation)
        let model = file.settings.model(shown, orientation)
        do throws(PeriluneError) {
            return try draw(model, request, images)
        } catch {
            // Show a placeholder for an image that cannot be read, instead of failing.
            guard images != nil, error.code == .pictureImage else { throw error }
            return try draw(model, request, nil)
        }
    }

    private static func draw(
        _ model: LoginModel, _ request: PictureRequest, _ images: ImageFolder?
    ) throws(PeriluneError) -> Picture {
        let painter = LoginPainter(model: model, images: images, measure: try PangoMeasure())
        return try painter.scene().annotated(request.annotations)
            .picture(format: request.format, scale: request.scale)
    }
}

extension Device {
    /// The device with a screen of another size.
    fileprivate func resized(
        _ request: PictureRequest, _ orientation: PictureRequest.Orientation
    ) throws(PeriluneError) -> Device {
        let held = size(orientation)
        let size = Size(request.width ?? held.width, request.height ?? held.height)
        guard size.width >= 240, size.height >= 240 else {
            throw PeriluneError(
                "login.size", "a login screen must be at least 240 points wide and high")
        }
        let isTurned = orientation == .landscape
        return Device(
            name: name, title: title, platform: platform,
            width: isTurned ? size.height : size.width,
            height: isTurned ? size.width : size.height)
    }
}
