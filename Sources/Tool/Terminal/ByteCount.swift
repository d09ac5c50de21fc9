/// A number of bytes as people read it: `812 B`, `1.2 MB`, `34 GB`, in powers of a thousand.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Double

  package init(_ bytes: Double) {
    self.bytes = bytes
  }

  package var description: String {
    var (amount, unit) = (bytes, "B")
    for next in ["kB", "MB", "GB", "TB"] where amount >= 999.5 {
      (amount, unit) = (amount / 1000, next)
    }
    let tenths = Int64((amount * 10).rounded())
    return unit == "B" || tenths >= 100
      ? "\(Int64(amount.rounded())) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
