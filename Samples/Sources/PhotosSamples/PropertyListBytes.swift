/// Binary property lists, as far as a library's metadata needs them.
enum PropertyListBytes {
  /// `{PLModelVersion: version}`.
  static func model(_ version: Int) -> [UInt8] {
    let key = Array("PLModelVersion".utf8)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    func begin() { offsets.append(UInt8(bytes.count)) }
    begin()
    bytes += [0xD1, 1, 2]
    begin()
    bytes += [0x50 | UInt8(key.count)] + key
    begin()
    bytes.append(0x13)
    bytes += withUnsafeBytes(of: Int64(version).bigEndian) { Array($0) }
    let table = UInt8(bytes.count)
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(offsets.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }
}
