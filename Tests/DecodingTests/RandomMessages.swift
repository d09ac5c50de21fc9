import Decoding
import Media
import Samples

/// Requests and responses with every value that they may have.
extension SeededGenerator {
  mutating func request() -> DecodeRequest {
    chance(0.7) ? .picture(pictureRequest()) : .metadata(metadataRequest())
  }

  mutating func response() -> DecodeResponse {
    switch UInt8.random(in: 0..<3, using: &self) {
    case 0:
      .picture(
        DecodedPicture(
          size: pictureSize(), byteCount: Int64.random(in: 1...Int64.max, using: &self)))
    case 1: .metadata(bytes(count: Int.random(in: 0...5000, using: &self)))
    default:
      .failed(
        DecodeProblem(
          element(of: [
            .damaged, .unsupported, .tooLarge, .missingLibrary, .outOfMemory, .notWritten,
          ]),
          text()))
    }
  }

  private mutating func pictureRequest() -> PictureRequest {
    PictureRequest(
      format: element(of: MediaFormat.allCases), range: chance(0.3) ? range() : nil,
      orientation: UInt8.random(in: 1...8, using: &self),
      targetSize: chance(0.5) ? pictureSize() : nil,
      contentMode: element(of: ContentMode.allCases), allowsEnlarging: chance(0.5),
      output: element(of: PictureFormat.allCases),
      quality: UInt8.random(in: 1...100, using: &self),
      maximumPixels: Int64.random(in: 1...Int64.max, using: &self),
      texts: (0..<Int.random(in: 0...5, using: &self)).map { _ in
        PictureText(keyword: text(), text: text())
      })
  }

  private mutating func metadataRequest() -> MetadataRequest {
    MetadataRequest(
      format: element(of: MediaFormat.allCases), exif: chance(0.5) ? range() : nil,
      xmp: chance(0.5) ? range() : nil)
  }

  private mutating func pictureSize() -> PictureSize {
    PictureSize(
      width: Int32.random(in: 1...Int32.max, using: &self),
      height: Int32.random(in: 1...Int32.max, using: &self))
  }

  private mutating func range() -> ByteRange {
    let offset = Int64.random(in: 0...Int64.max, using: &self)
    return ByteRange(
      offset: offset, count: Int64.random(in: 0...(Int64.max - offset), using: &self))
  }

  private mutating func text() -> String {
    String(
      (0..<Int.random(in: 0...40, using: &self)).map { _ in element(of: Array("aé 漢👍\u{0}\n")) })
  }

  private mutating func element<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}
