import Decoding
import Samples
import Testing

/// A picture of 640 x 480 pixels that is decoded in the jail.
struct JailedFile: Sendable, CustomTestStringConvertible {
  let format: String
  let scope: DecoderScope
  let output: String
  let bytes: [UInt8]

  var testDescription: String { "\(format) to \(output) with \(scope)" }

  static let all: [JailedFile] = {
    let jpeg = JPEGPicture(width: 640, height: 480).encoded()
    let png = PNGPicture(width: 640, height: 480).encoded()
    let webp = WebPPicture(width: 640, height: 480).encoded()
    let gif = GIFPicture(width: 640, height: 480) { $0.frameCount = 3 }.encoded()
    let pnm = Array("P5 640 480 255\n".utf8) + Array(repeating: 99, count: 640 * 480)
    return [
      JailedFile(format: "jpeg", scope: .linked, output: "jpeg", bytes: jpeg),
      JailedFile(format: "jpeg", scope: .linked, output: "png", bytes: jpeg),
      JailedFile(format: "jpeg", scope: .every, output: "webp", bytes: jpeg),
      JailedFile(format: "png", scope: .linked, output: "png", bytes: png),
      JailedFile(format: "png", scope: .every, output: "webp", bytes: png),
      JailedFile(format: "webp", scope: .every, output: "jpeg", bytes: webp),
      JailedFile(format: "gif", scope: .every, output: "jpeg", bytes: gif),
      JailedFile(format: "pnm", scope: .every, output: "jpeg", bytes: pnm),
      JailedFile(
        format: "jpeg2000", scope: .every, output: "jpeg", bytes: CodedPicture.jpeg2000),
      JailedFile(format: "jpegXL", scope: .jpegXL, output: "jpeg", bytes: CodedPicture.jpegXL),
    ]
  }()
}
