import Testing

@testable import Media

@Suite struct MediaFormatTests {
  /// Bytes that have the word of a signature where it is looked for.
  private static func head(_ signature: FormatSignature) -> [UInt8] {
    let word = (0..<4).map { UInt8(truncatingIfNeeded: signature.word.value >> (24 - 8 * $0)) }
    let zeros = [UInt8](repeating: 0, count: FormatSignature.length)
    let size: [UInt8] = [0, 0, 0, 0]
    let head =
      switch signature.stage {
      case .start, .later: word + zeros
      case .box: size + word + zeros
      case .brand: size + Array("ftyp".utf8) + word + zeros
      }
    return Array(head.prefix(FormatSignature.length))
  }

  @Test func everyFormatHasItsOwnType() {
    let types = MediaFormat.allCases.map(\.uniformTypeIdentifier)
    #expect(Set(types).count == types.count)
    for format in MediaFormat.allCases {
      #expect(MediaFormat.conforming(to: format.uniformTypeIdentifier).contains(format))
      #expect(UniformType.parents(of: format.uniformTypeIdentifier) == format.description.parents)
    }
  }

  @Test func theMediaTypeSaysThePictureFromTheMovie() {
    for format in MediaFormat.allCases {
      let kind = format.mimeType?.prefix { $0 != "/" }
      #expect(kind == (format.isVideo ? "video" : format.isImage ? "image" : nil))
    }
  }

  @Test(arguments: MediaFormat.allCases)
  func aFormatIsFoundByItsSignatures(format: MediaFormat) {
    for signature in format.description.signatures {
      let head = Self.head(signature)
      let found = head.withUnsafeBytes { HeaderReader.format(of: $0) }
      // Checks look at more bytes than the word.
      if signature.check == nil || signature.stage == .box {
        #expect(found == format)
      } else {
        #expect(found == .unknown || found.description.signatures.contains { $0.check == nil })
      }
    }
  }

  @Test func aWordBelongsToOneFormatUnlessChecked() {
    let all = MediaFormat.allCases.flatMap { $0.description.signatures }
    let bare = all.filter { $0.check == nil }
    let words = bare.map { "\($0.stage) \($0.word)" }
    #expect(Set(words).count == words.count)
  }
}
