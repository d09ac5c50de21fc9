/// Puts numbers and texts one after the other.
struct ByteBuilder {
  var bytes: [UInt8] = []
  var isLittleEndian = false

  init(isLittleEndian: Bool = false) {
    self.isLittleEndian = isLittleEndian
  }

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) {
      bytes.append(contentsOf: $0)
    }
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  static func big<Number: FixedWidthInteger>(_ numbers: Number...) -> [UInt8] {
    var builder = ByteBuilder()
    for number in numbers { builder.add(number) }
    return builder.bytes
  }

  static func little<Number: FixedWidthInteger>(_ numbers: Number...) -> [UInt8] {
    var builder = ByteBuilder(isLittleEndian: true)
    for number in numbers { builder.add(number) }
    return builder.bytes
  }
}
