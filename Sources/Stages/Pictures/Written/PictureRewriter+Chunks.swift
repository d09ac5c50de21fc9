internal import CZlib
internal import Media

// MARK: - PNG

extension PictureRewriter {
  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The chunks that show the picture, all its frames, and its colours.
  private static let pngChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV",
    "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT",
  ]

  func pngPieces() throws(FileProblem) -> [Piece] {
    guard try bytes(at: 0, 8) == Self.pngSignature else { throw Self.damaged }
    var pieces: [Piece] = [.bytes(Self.pngSignature)]
    var place: Int64 = 8
    var isDescribed = false
    while true {
      let head = try bytes(at: place, 8)
      let count = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let name = String(decoding: head[4...], as: UTF8.self)
      let range = ByteRange(offset: place, count: 12 + count)
      guard count < 1 << 31, place + range.count <= file.status.size else { throw Self.damaged }
      if name == "IDAT", !isDescribed {
        isDescribed = true
        if let exif = metadata.exif { pieces.append(Self.pngChunk("eXIf", exif)) }
        // A keyword, no compression, no language, and no translated keyword.
        let start = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
        if let xmp = metadata.xmp { pieces.append(Self.pngChunk("iTXt", start + xmp)) }
      }
      if Self.pngChunks.contains(name) { pieces.append(.range(range)) }
      if name == "IEND" { return pieces }
      place += range.count
    }
  }

  private static func pngChunk(_ name: String, _ content: [UInt8]) -> Piece {
    let body = Array(name.utf8) + content
    let sum = body.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    return .bytes(big(UInt32(content.count)) + body + big(UInt32(truncatingIfNeeded: sum)))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

// MARK: - WebP

extension PictureRewriter {
  /// The chunks that show the picture, all its frames, and its colours (RFC 9649).
  private static let webpChunks: Set<String> = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  private static let exifFlag: UInt8 = 0x08
  private static let xmpFlag: UInt8 = 0x04
  private static let alphaFlag: UInt8 = 0x10

  func webpPieces() throws(FileProblem) -> [Piece] {
    let head = try bytes(at: 0, 12)
    guard head[..<4].elementsEqual("RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) else {
      throw Self.damaged
    }
    let end = 8 + Self.little(head[4..<8])
    guard end <= file.status.size else { throw Self.damaged }
    var ranges: [ByteRange] = []
    var canvas: [UInt8]?
    var place: Int64 = 12
    while place + 8 <= end {
      let chunk = try bytes(at: place, 8)
      let name = String(decoding: chunk[..<4], as: UTF8.self)
      let count = Self.little(chunk[4...])
      let range = ByteRange(offset: place, count: 8 + count + count % 2)
      guard place + range.count <= end else { throw Self.damaged }
      if name == "VP8X", count >= 10 { canvas = try bytes(at: place + 8, 10) }
      if Self.webpChunks.contains(name) {
        if canvas == nil, count >= 10 { canvas = try Self.canvas(name, bytes(at: place + 8, 10)) }
        ranges.append(range)
      }
      place += range.count
    }
    guard var canvas else { throw Self.damaged }
    canvas[0] &= ~(Self.exifFlag | Self.xmpFlag)
    if metadata.exif != nil { canvas[0] |= Self.exifFlag }
    if metadata.xmp != nil { canvas[0] |= Self.xmpFlag }
    var pieces: [Piece] = [Self.webpChunk("VP8X", canvas)] + ranges.map { .range($0) }
    if let exif = metadata.exif { pieces.append(Self.webpChunk("EXIF", exif)) }
    if let xmp = metadata.xmp { pieces.append(Self.webpChunk("XMP ", xmp)) }
    let size = pieces.reduce(4) { $0 + $1.count }
    return [.bytes(Array("RIFF".utf8) + Self.little(UInt32(size)) + Array("WEBP".utf8))] + pieces
  }

  /// Returns the content of a `VP8X` chunk with the size and the alpha flag of a chunk of pixels.
  private static func canvas(_ name: String, _ pixels: [UInt8]) throws(FileProblem) -> [UInt8] {
    let width: UInt32
    let height: UInt32
    var flags: UInt8 = 0
    switch name {
    case "VP8 ":
      width = (UInt32(pixels[6]) | UInt32(pixels[7]) << 8) & 0x3FFF
      height = (UInt32(pixels[8]) | UInt32(pixels[9]) << 8) & 0x3FFF
    case "VP8L":
      let bits = (1...4).reduce(UInt32(0)) { $0 | UInt32(pixels[$1]) << (8 * UInt32($1 - 1)) }
      (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
      if bits >> 28 & 1 == 1 { flags = alphaFlag }
    default: throw damaged
    }
    guard width > 0, height > 0 else { throw damaged }
    return [flags, 0, 0, 0] + little(width - 1).prefix(3) + little(height - 1).prefix(3)
  }

  private static func webpChunk(_ name: String, _ content: [UInt8]) -> Piece {
    .bytes(
      Array(name.utf8) + little(UInt32(content.count)) + content
        + (content.count % 2 == 1 ? [0] : []))
  }

  private static func little(_ bytes: some BidirectionalCollection<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

extension PictureRewriter.Piece {
  fileprivate var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .range(let range): Int(range.count)
    }
  }
}
