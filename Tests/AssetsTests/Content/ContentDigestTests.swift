import AssetSupport
import Assets
import Testing

@Suite struct ContentDigestTests {
  static let emptySHA1 = "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709"
  static let emptySHA256 =
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test(arguments: [emptySHA1, emptySHA256])
  func readsWhatItWrites(_ text: String) throws {
    let digest = try #require(ContentDigest(text))
    #expect(digest.description == text)
    #expect(ContentDigest(digest.algorithm, bytes: digest.bytes) == digest)
    #expect(ContentDigest(digest.algorithm, hexadecimal: digest.hexadecimal) == digest)
    #expect(text.hasSuffix(":" + digest.hexadecimal))
  }

  @Test func keepsEveryByteInItsPlace() throws {
    let bytes = (0..<32).map { UInt8($0 * 7 + 1) }
    #expect(try #require(ContentDigest(.sha256, bytes: bytes)).bytes == bytes)
    #expect(try #require(ContentDigest(.sha1, bytes: bytes[..<20])).bytes == Array(bytes[..<20]))
  }

  @Test func everyByteCounts() throws {
    var seen: Set<ContentDigest> = []
    for offset in 0..<32 {
      var bytes = [UInt8](repeating: 0, count: 32)
      bytes[offset] = 1
      seen.insert(try #require(ContentDigest(.sha256, bytes: bytes)))
    }
    #expect(seen.count == 32)
  }

  @Test func algorithmsNeverMeet() {
    #expect(ContentDigest.sample(0, .sha1) != ContentDigest.sample(0, .sha256))
  }

  @Test func readsEitherCase() throws {
    let upper = "sha1:" + Self.emptySHA1.dropFirst(5).uppercased()
    #expect(try #require(ContentDigest(upper)).description == Self.emptySHA1)
  }

  @Test(arguments: [
    "", ":", "sha1:", "sha1", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "md5:d41d8cd98f00b204e9800998ecf8427e", "sha1:da39a3ee5e6b4b0d3255bfef95601890afd8070",
    "sha1:da39a3ee5e6b4b0d3255bfef95601890afd807090",
    "sha1:ga39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha256:da39a3ee5e6b4b0d3255bfef95601890afd80709", " " + emptySHA1, emptySHA1 + "\n",
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(ContentDigest(text) == nil)
  }

  @Test func refusesTheWrongNumberOfBytes() {
    for count in [0, 19, 21, 31, 32, 33] {
      #expect(ContentDigest(.sha1, bytes: [UInt8](repeating: 0, count: count)) == nil)
    }
  }
}
