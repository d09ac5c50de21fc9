import Foundation
import Samples

extension [UInt8] {
  /// All of a file.
  init(contentsOf path: String) throws {
    self.init(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  mutating func append<Value: FixedWidthInteger>(number: Value, _ order: ByteOrder) {
    Swift.withUnsafeBytes(of: order == .big ? number.bigEndian : number.littleEndian) {
      append(contentsOf: $0)
    }
  }
}
