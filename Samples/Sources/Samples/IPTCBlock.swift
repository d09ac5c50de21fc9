/// IIM data sets, and what JPEG wraps them in (IIM 4.2, chapter 3).
package struct IPTCBlock: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The MD5 hash of the data sets that Photoshop's resources give; nil for none.
  package var digest: [UInt8]?

  /// - Parameter isUTF8: true if data set 1:90 declares UTF-8.
  package init(isUTF8: Bool = false, _ fill: (inout IPTCBlock) -> Void = { _ in }) {
    if isUTF8 { add(1, 90, [0x1B, 0x25, 0x47]) }
    fill(&self)
  }

  package mutating func add(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) {
    bytes += [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
  }

  package mutating func add(_ number: UInt8, _ text: String) {
    add(2, number, Array(text.utf8))
  }

  /// The records within Photoshop's resources, with another resource before them.
  package var resources: [UInt8] {
    var content = Array("8BIM".utf8) + [0x03, 0xED, 3, 0x61, 0x62, 0x63]
    content += [0, 0, 0, 3, 1, 2, 3, 0]
    content += Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
    content += [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    if let digest {
      content += (bytes.count.isMultiple(of: 2) ? [] : [0]) + Array("8BIM".utf8)
      content += [0x04, 0x25, 0, 0, 0, 0, 0, UInt8(digest.count)] + digest
    }
    return content
  }

  /// An APP13 segment of Photoshop's.
  package var segment: (marker: UInt8, content: [UInt8]) {
    (0xED, Array("Photoshop 3.0\0".utf8) + resources)
  }
}
