extension Theme {
    /// Sixteen colours that can be distinguished on white, even with colour vision deficiencies.
    ///
    /// They are at least 7 apart in OKLab times 100, and have a contrast of at least 3:1 to white.
    static let lightPalette = [
        0x3a7fd0, 0xd9601a, 0x1e5c33, 0x8e2a8b, 0x8c8e79, 0xac0100, 0x000087, 0xaf54a1, 0x607061,
        0x7708c2, 0x620b01, 0xe231ff, 0x0900fa, 0x4c2f51, 0x2a0151, 0x3f011f,
    ].map { Color($0) }

    /// The same for dark grey.
    static let darkPalette = [
        0x5aa9f0, 0xff9d4d, 0xe0f2a5, 0xd00375, 0x9b6aff, 0xffd201, 0xa3f9ff, 0xba8175, 0x387193,
        0x76d4ff, 0xb5d4ae, 0xeb6f01, 0xbda6b1, 0x844dd0, 0x9e5b00, 0x4a8ebd,
    ].map { Color($0) }

    /// A perceptually uniform scale from dark to bright, based on matplotlib's viridis, which is in the public domain
    /// (CC0).
    static let viridis = [
        0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725,
    ].map { Color($0) }

    /// From orange for bad to blue for good, which can be distinguished with any colour vision deficiency.
    static let orangeToBlue = [
        0x9a3d00, 0xd0702a, 0xeeb184, 0xf4f4f2, 0x92bfe0, 0x3f83bf, 0x0b4a86,
    ].map { Color($0) }

    static let orangeToBlueDark = [
        0xffa25c, 0xc9712f, 0x7d4a28, 0x3a3f47, 0x2c567f, 0x3d86c6, 0x7cc0ff,
    ].map { Color($0) }
}
