import AssetSupport
import State
import Testing

@Suite struct DigestPrefixTests {
  @Test func readsWhatAUserTypes() throws {
    #expect(try DigestPrefix("3B9A").digits == "3b9a")
    #expect(try DigestPrefix("3b9a").algorithm == nil)
    #expect(try DigestPrefix("sha256:3b9a5").algorithm == .sha256)
    #expect(try DigestPrefix("\(ContentDigest.sample(1))").algorithm == .sha1)
  }

  @Test(arguments: [
    "", "3b9", "sha1:", "sha1:abc", "md5:abcd", "abcdefg", "%%%%", "sha1:abcd:ef",
    "sha1:" + String(repeating: "a", count: 41), String(repeating: "a", count: 65),
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(throws: LedgerError.invalidDigest(text)) { try DigestPrefix(text) }
  }
}
