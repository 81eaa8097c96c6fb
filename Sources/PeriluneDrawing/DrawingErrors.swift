import CPeriluneDrawing
package import PeriluneCore

extension PeriluneError.Code {
    /// A picture could not be drawn because of a lack of memory or an error of a system library.
    package static let pictureFailed: Self = "picture.failed"
    /// A picture has no size, or too many pixels.
    package static let pictureSize: Self = "picture.size"
    /// The bytes of an image in a picture cannot be read.
    package static let pictureImage: Self = "picture.image"
    /// The machine has no fonts.
    package static let pictureFonts: Self = "picture.fonts"
    /// A theme is invalid.
    package static let themeInvalid: Self = "theme.invalid"
    /// There is no theme of that name.
    package static let themeUnknown: Self = "theme.unknown"
    /// An annotation is invalid, or its target does not exist.
    package static let annotationInvalid: Self = "annotation.invalid"
}

/// The libraries Cairo, Pango and libpng, which are loaded for the first picture or text measurement.
enum DrawingLibraries {
    static func load() throws(PeriluneError) {
        guard let problem = perilune_drawing_load() else { return }
        throw PeriluneError(
            .pictureFailed, "pictures cannot be drawn: \(String(cString: problem))",
            hint: "install the packages libpango-1.0-0, libpangocairo-1.0-0 and libpng16-16")
    }
}

/// Throws if a function of the C part failed.
func check(_ status: perilune_drawing_status) throws(PeriluneError) {
    switch status {
    case PERILUNE_DRAWING_OK: return
    case PERILUNE_DRAWING_NO_MEMORY:
        throw PeriluneError(.pictureFailed, "there is not enough memory for the picture")
    case PERILUNE_DRAWING_NO_FONTS:
        throw PeriluneError(
            .pictureFonts, "this machine has no fonts",
            hint: "install the package fonts-dejavu-core")
    case PERILUNE_DRAWING_BAD_IMAGE:
        throw PeriluneError(
            .pictureImage, "an image in the picture cannot be read", hint: "use a PNG image")
    case PERILUNE_DRAWING_TOO_LARGE:
        throw PeriluneError(.pictureSize, "an image has too many pixels")
    default: throw PeriluneError(.pictureFailed, "the picture could not be drawn")
    }
}
