/// Photoshop's image resources: blocks of `8BIM`, a number, a name, a size and the content.
package struct PhotoshopResources {
  /// The IIM records; nil if there are none.
  package private(set) var iptc: [UInt8]?
  /// The MD5 hash of the IIM records when their texts were last written as XMP; nil if not stored.
  package private(set) var iptcDigest: [UInt8]?

  /// The maximum size of all resources, in bytes.
  package static let largest = 1 << 20

  private static let recordsNumber = 0x0404
  private static let digestNumber = 0x0425

  package init(_ bytes: [UInt8]) {
    var place = 0
    while place + 12 <= bytes.count {
      guard Self.signatures.contains(where: { bytes[place..<place + 4].elementsEqual($0.utf8) })
      else { return }
      let number = Int(bytes[place + 4]) << 8 | Int(bytes[place + 5])
      // The name is a length byte and the text, padded to an even size.
      let name = (Int(bytes[place + 6]) + 2) & ~1
      let size = place + 6 + name
      guard size + 4 <= bytes.count else { return }
      let count = bytes[size..<size + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = size + 4
      guard count <= bytes.count - start else { return }
      if number == Self.recordsNumber, iptc == nil { iptc = Array(bytes[start..<start + count]) }
      if number == Self.digestNumber, count == 16 {
        iptcDigest = Array(bytes[start..<start + count])
      }
      place = start + (count + 1) & ~1
    }
  }

  private static let signatures = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"]
}
