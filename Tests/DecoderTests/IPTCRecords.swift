/// IIM data sets, and what JPEG wraps them in.
struct IPTCRecords {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) {
    bytes += [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
  }

  mutating func add(_ number: UInt8, _ text: String) {
    add(2, number, Array(text.utf8))
  }

  /// An APP13 segment of Photoshop's, with another resource before the records.
  var segment: (marker: UInt8, content: [UInt8]) {
    var content = Array("Photoshop 3.0\08BIM".utf8) + [0x03, 0xED, 3, 0x61, 0x62, 0x63]
    content += [0, 0, 0, 3, 1, 2, 3, 0]
    content += Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
    content += [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    return (0xED, content + bytes)
  }
}
