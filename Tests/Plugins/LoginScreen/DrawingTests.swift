import Foundation
import PeriluneCore
import PeriluneDrawing
import PeriluneXML
import Testing

@testable import LoginScreenPlugin

struct DrawingTests {
    private static let files = ["basic.plist", "theme1.plist", "theme2.plist"]

    private func scene(
        _ name: String, _ device: Device, _ how: PictureRequest.Orientation
    ) throws
        -> Scene
    {
        let model = try Fixtures.file(name).settings.model(device, how)
        return LoginPainter(model: model, images: nil, measure: try PangoMeasure()).scene()
    }

    /// Every text of a scene with the room that it takes.
    private func texts(_ nodes: [Node], _ measure: PangoMeasure) -> [(String, Rect)] {
        nodes.flatMap { node -> [(String, Rect)] in
            switch node {
            case .group(let group): return texts(group.nodes, measure)
            case .text(let text):
                let extent = measure.extent(text.string, text.font)
                let left = text.anchor == .middle ? extent.width / 2 : 0
                return [
                    (
                        text.string,
                        Rect(
                            text.position.x - left, text.position.y - extent.ascent, extent.width,
                            extent.height)
                    )
                ]
            case .mark, .image: return []
            }
        }
    }

    @Test(arguments: files, Device.all)
    func textsStayApartAndInThePicture(name: String, device: Device) throws {
        let measure = try PangoMeasure()
        for orientation in PictureRequest.Orientation.allCases {
            let scene = try scene(name, device, orientation)
            let all = texts(scene.nodes, measure)
            #expect(all.count >= 5)
            let whole = Rect(0, 0, scene.size.width, scene.size.height)
            for (index, (text, rect)) in all.enumerated() {
                #expect(whole.contains(rect), "\(text) on \(device.name)")
                for (other, place) in all[(index + 1)...] where !text.hasPrefix("image ") {
                    #expect(
                        !rect.intersects(place), "\(text) and \(other) on \(device.name)")
                }
            }
        }
    }

    @Test(arguments: files, Picture.Format.allCases)
    func theSamePictureHasTheSameBytes(name: String, format: Picture.Format) throws {
        let request = PictureRequest("login", format: format)
        func bytes() throws -> [UInt8] {
            try LoginPictures.picture(
                Fixtures.file(name), device: "iphone-x", request, images: nil
            ).bytes
        }
        #expect(try bytes() == bytes())
    }

    @Test(arguments: files)
    func picturesMatchTheGoldenFiles(name: String) throws {
        let svg = try LoginPictures.picture(
            Fixtures.file(name), device: "ipad", PictureRequest("login", format: .svg), images: nil
        ).bytes
        let golden = Fixtures.golden.appending(path: name.replacing(".plist", with: ".svg"))
        // A name of a variable that writes them anew, and shows every picture there is.
        if let folder = ProcessInfo.processInfo.environment["PERILUNE_WRITE_PICTURES"] {
            try Data(svg).write(to: golden)
            for device in ["ipad", "iphone-x", "iphone-8", "iphone-se"] {
                for orientation in PictureRequest.Orientation.allCases {
                    let picture = try LoginPictures.picture(
                        Fixtures.file(name), device: device,
                        PictureRequest("login", format: .png, orientation: orientation),
                        images: nil)
                    let file = "\(name.dropLast(6))-\(device)-\(orientation).png"
                    try Data(picture.bytes).write(to: URL(filePath: folder).appending(path: file))
                }
            }
        }
        let lines = String(decoding: svg, as: UTF8.self).split(separator: "\n")
        let wanted = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
        for (index, line) in wanted.enumerated() where lines.indices.contains(index) {
            #expect(lines[index] == line)
        }
        #expect(lines.count == wanted.count)
    }

    @Test func theSVGNamesItsParts() throws {
        let svg = try LoginPictures.picture(
            Fixtures.file("theme1.plist"), device: "ipad", PictureRequest("login", format: .svg),
            images: nil
        ).bytes
        _ = try XMLElement.parse(svg)
        let text = String(decoding: svg, as: UTF8.self)
        for part in ["Login screen on iPad", "Sign in with your company", "Username", "theme1"] {
            #expect(text.contains(part))
        }
    }

    @Test func imagesComeFromTheFolderAndNowhereElse() throws {
        let folder = NSTemporaryDirectory() + "perilune-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder + "/logo.imageset", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let png = try LoginPictures.picture(
            Fixtures.file("basic.plist"), device: "iphone-se", PictureRequest("login"), images: nil
        ).bytes
        try Data(png).write(to: URL(filePath: folder + "/a.png"))
        try Data(png).write(to: URL(filePath: folder + "/logo.imageset/logo@2x.png"))
        try Data("text".utf8).write(to: URL(filePath: folder + "/bad.png"))
        let images = ImageFolder(folder)
        #expect(images.png("a") == png)
        #expect(images.png("logo") == png)
        #expect(images.png("bad") == nil && images.png("none") == nil && images.png("") == nil)
        let up = folder.split(separator: "/").last.map(String.init) ?? ""
        #expect(images.png("../\(up)/a") == nil)
        #expect(ImageFolder(folder + "/logo.imageset").png("..") == nil)
    }

    @Test func anImageThatIsBrokenLeavesTheRestDrawn() throws {
        let folder = NSTemporaryDirectory() + "perilune-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let broken: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]
        try Data(broken).write(to: URL(filePath: folder + "/login_ipad_landscape.png"))
        func picture(_ images: String?) throws -> Picture {
            try LoginPictures.picture(
                Fixtures.file("theme1.plist"), device: "ipad", PictureRequest("login"),
                images: images)
        }
        #expect(try picture(folder) == picture(nil))
    }

    @Test func longLabelsHaveSeveralLinesAndStayApart() throws {
        let measure = try PangoMeasure()
        let settings = try Fixtures.settings(
            """
            <key>LoginUIScreenStyle</key><integer>0</integer>
            <key>MaxWidthOfLoginElements</key><integer>260</integer>
            <key>ChangeLibrary</key><dict><key>Text</key>
              <string>Choose another library of your company or of one of its partners</string></dict>
            <key>LoginButton</key><array>
              <dict><key>AuthType</key><integer>1</integer>
                <key>Text</key><string>Sign in with the account of your company or of a partner</string></dict>
            </array>
            """)
        for device in Device.all {
            let scene = LoginPainter(
                model: settings.model(device, .portrait), images: nil, measure: measure
            ).scene()
            let all = texts(scene.nodes, measure)
            let words = all.map(\.0).joined(separator: " ")
            #expect(words.contains("Sign in with the account of your company or of a partner"))
            #expect(words.contains("library of your company or of one of its partners"))
            for (index, (text, rect)) in all.enumerated() {
                for (other, place) in all[(index + 1)...] {
                    #expect(!rect.intersects(place), "\(text) and \(other) on \(device.name)")
                }
            }
        }
    }

    @Test func annotationsAreDrawnOnTop() throws {
        let mark: Value = ["type": "text", "text": "Too large", "x": 40, "y": 60]
        let svg = try LoginPictures.picture(
            Fixtures.file("basic.plist"), device: "ipad",
            PictureRequest("login", format: .svg, annotations: [mark]), images: nil
        ).bytes
        #expect(String(decoding: svg, as: UTF8.self).contains("Too large"))
        #expect(throws: PeriluneError.self) {
            _ = try LoginPictures.picture(
                Fixtures.file("basic.plist"), device: "ipad",
                PictureRequest("login", annotations: ["nonsense"]), images: nil)
        }
    }

    @Test func aSizeReplacesTheDevices() throws {
        let picture = try LoginPictures.picture(
            Fixtures.file("theme1.plist"), device: "ipad",
            PictureRequest("login", format: .png, width: 600, height: 900, scale: 2), images: nil)
        #expect((picture.width, picture.height) == (1200, 1800))
    }
}
