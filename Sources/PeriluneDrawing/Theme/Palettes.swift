extension Theme {
    /// Sixteen colours that can be told apart on white, by those who see some colours alike too: at least 7 apart
    /// in OKLab times 100, and at least 3:1 against white.
    static let lightPalette: [UInt32] = [
        0x2a6fbb, 0xd9601a, 0x8401ff, 0x640501, 0x91596e, 0xb44001, 0x8c2304, 0x31000e, 0x472848,
        0x693d77, 0x1d9fc0, 0x1a0044, 0xb6797f, 0x9b75ff, 0x080081, 0x0a20bd,
    ]

    /// The same on dark grey.
    static let darkPalette: [UInt32] = [
        0x5aa9f0, 0xff9d4d, 0xbda6b1, 0xe0f2a5, 0x387193, 0xd00375, 0x9b6aff, 0xeb6f01, 0xa3f9ff,
        0xffd201, 0x4a8ebd, 0x76d4ff, 0xb5d4ae, 0xba8175, 0x9e5b00, 0x844dd0,
    ]

    /// From dark to bright, evenly: after viridis of matplotlib, which is in the public domain (CC0).
    static let viridis = [
        0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725,
    ].map { Color($0) }

    /// Orange is bad and blue is good: a pair that all can tell apart.
    static let orangeToBlue = [
        0x9a3d00, 0xd0702a, 0xeeb184, 0xf4f4f2, 0x92bfe0, 0x3f83bf, 0x0b4a86,
    ].map { Color($0) }

    static let orangeToBlueDark = [
        0xffa25c, 0xc9712f, 0x7d4a28, 0x3a3f47, 0x2c567f, 0x3d86c6, 0x7cc0ff,
    ].map { Color($0) }
}
