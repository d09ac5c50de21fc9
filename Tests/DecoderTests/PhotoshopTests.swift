import Decoding
import Media
import Samples
import Testing

@testable import Decoder

/// The merged picture of Photoshop's documents.
struct PhotoshopTests {
  /// A document of 3 by 2 pixels of one colour.
  private struct Document {
    var isLarge = false
    var mode: UInt16 = 3
    var depth: UInt16 = 8
    /// One for each channel, the same in every pixel.
    var channels: [UInt8] = [200, 100, 50]
    var isPacked = false
    var hasTransparency = false
    var isMerged = true
    var palette: [UInt8] = []

    private func length(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      if isLarge { bytes.append(number: UInt32(0), .big) }
      bytes.append(number: UInt32(count), .big)
      return bytes
    }

    var encoded: [UInt8] {
      var file = Array("8BPS".utf8)
      file.append(number: UInt16(isLarge ? 2 : 1), .big)
      file += [0, 0, 0, 0, 0, 0]
      file.append(number: UInt16(channels.count), .big)
      for number: UInt32 in [2, 3] { file.append(number: number, .big) }
      for number in [depth, mode] { file.append(number: number, .big) }
      file.append(number: UInt32(palette.count), .big)
      file += palette
      var resource = Array("8BIM".utf8)
      resource.append(number: UInt16(1057), .big)
      resource += [0, 0, 0, 0, 0, 5, 0, 0, 0, 1, isMerged ? 1 : 0, 0]
      file.append(number: UInt32(resource.count), .big)
      file += resource
      // One layer, or minus one: then the channel behind the colours is alpha.
      let info: [UInt8] = hasTransparency ? [0xFF, 0xFF, 0, 0] : [0, 1, 0, 0]
      let layers = length(info.count) + info
      file += length(layers.count) + layers
      file.append(number: UInt16(isPacked ? 1 : 0), .big)
      let size = (3 * Int(depth) + 7) / 8
      if isPacked {
        for _ in 0..<channels.count * 2 {
          file += isLarge ? [0, 0, 0, 3] : [0, 3]
        }
        // Nothing, and a run.
        for value in channels {
          for _ in 0..<2 { file += [128, UInt8(truncatingIfNeeded: 257 - size), value] }
        }
      } else {
        for value in channels { file += Array(repeating: value, count: 2 * size) }
      }
      return file
    }
  }

  private func color(_ document: Document) async throws -> RGB {
    let format: MediaFormat = document.isLarge ? .psb : .psd
    let made = try await TestDecoder.shared.pixels(
      of: document.encoded, PictureRequest(format: format))
    #expect((made.width, made.height) == (3, 2))
    #expect(made.color(x: 0, y: 0) == made.color(x: 2, y: 1))
    return made.color(x: 1, y: 1)
  }

  @Test(arguments: [false, true], [false, true])
  func hasItsColors(_ isLarge: Bool, _ isPacked: Bool) async throws {
    let palette: [UInt8] = (0..<768).map { (place: Int) -> UInt8 in
      let base: Int = place / 256 * 60
      return UInt8(base + place % 8)
    }
    let documents: [(Document, RGB)] = [
      (Document(), RGB(200, 100, 50)), (Document(channels: [200, 100, 50, 9]), RGB(200, 100, 50)),
      (Document(depth: 16), RGB(200, 100, 50)),
      (Document(mode: 1, channels: [77]), RGB(77, 77, 77)),
      (Document(mode: 8, channels: [77]), RGB(77, 77, 77)),
      (Document(mode: 0, depth: 1, channels: [255]), RGB(0, 0, 0)),
      (Document(mode: 0, depth: 1, channels: [0]), RGB(255, 255, 255)),
      (Document(mode: 2, channels: [5], palette: palette), RGB(5, 65, 125)),
      // No ink is white.
      (Document(mode: 4, channels: [255, 255, 255, 255]), RGB(255, 255, 255)),
      (Document(mode: 4, channels: [0, 255, 255, 255]), RGB(0, 255, 255)),
    ]
    for (document, wanted) in documents {
      var document = document
      document.isLarge = isLarge
      document.isPacked = isPacked
      let color = try await color(document)
      #expect(color.distance(to: wanted) <= 2, "\(document): \(color)")
    }
  }

  /// Photoshop puts white below what is transparent; half of it is taken out again.
  @Test func alphaIsThatOfTheDocument() async throws {
    let document = Document(channels: [191, 127, 127, 128], hasTransparency: true)
    let made = try await TestDecoder.shared.pixels(
      of: document.encoded, PictureRequest(format: .psd))
    #expect(made.hasAlpha && made.alpha(x: 1, y: 1) == 128)
    #expect(made.color(x: 1, y: 1).distance(to: RGB(128, 0, 0)) <= 2)
    let opaque = try await TestDecoder.shared.encoded(
      document.encoded, PictureRequest(format: .psd))
    let flat = try #require(Pixels(jpeg: opaque.bytes))
    #expect(flat.color(x: 1, y: 1).distance(to: RGB(191, 127, 127)) <= 6)
  }

  @Test func othersAreRefusedWithTheReason() async throws {
    let documents: [(Document, String)] = [
      (Document(isMerged: false), "a PSD without a merged picture is not read"),
      (Document(depth: 32), "a PSD with this number of bits is not read"),
      (Document(mode: 9), "a PSD in this colour mode is not read"),
    ]
    for (document, message) in documents {
      let problem = try await TestDecoder.shared.problem(
        of: document.encoded, PictureRequest(format: .psd))
      #expect(problem?.reason == .unsupported && problem?.message == message)
    }
  }

  @Test func aCutOneIsDamaged() async throws {
    for isPacked in [false, true] {
      let file = Document(isPacked: isPacked).encoded
      for count in [3, 20, 27, 40, file.count - 30, file.count - 1] {
        let problem = try await TestDecoder.shared.problem(
          of: Array(file.prefix(count)), PictureRequest(format: .psd))
        #expect(problem?.reason == .damaged, "\(count) bytes")
      }
    }
  }

  @Test func impossibleNumbersAreRefused() async throws {
    for (place, bytes) in [
      (12, [0, 99]), (12, [0, 2]), (14, [0, 9, 0, 0]), (18, [0, 0, 0, 0]),
      (26, [255, 255, 255, 255]),
    ] as [(Int, [UInt8])] {
      var file = Document().encoded
      file.replaceSubrange(place..<place + bytes.count, with: bytes)
      let problem = try await TestDecoder.shared.problem(of: file, PictureRequest(format: .psd))
      #expect(problem?.reason == .damaged, "\(place): \(bytes)")
    }
  }
}
