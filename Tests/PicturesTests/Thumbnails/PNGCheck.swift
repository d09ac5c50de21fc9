import Samples
import Testing

/// A PNG taken apart, with every checksum compared.
struct PNGCheck {
  private(set) var chunkTypes: [String] = []

  init(_ bytes: [UInt8]) throws {
    var rest = bytes.dropFirst(8)
    while !rest.isEmpty {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let chunk = rest.dropFirst(4).prefix(4 + length)
      try #require(chunk.count == 4 + length)
      let sum = rest.dropFirst(8 + length).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
      #expect(sum == CRC32.checksum(Array(chunk)))
      chunkTypes.append(String(decoding: chunk.prefix(4), as: UTF8.self))
      rest = rest.dropFirst(12 + length)
    }
  }
}
