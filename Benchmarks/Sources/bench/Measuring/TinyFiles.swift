#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A library of very many names: links to a thousand small pictures, a thousand in each folder.
struct TinyFiles {
  let path: String

  private static let originals = 1000
  private static let perFolder = 1000

  /// - Parameter picture: the file that the originals are copies of.
  init(_ count: Int, in path: String, of picture: String) throws(BenchmarkError) {
    self.path = path
    let folder = "\(path).originals"
    for made in [path, folder] { try System.makeFolder(made) }
    let bytes = System.bytes(of: picture)
    for number in 0..<Self.originals { try System.save(bytes, to: "\(folder)/\(number).jpg") }
    for number in 0..<count {
      let below = "\(path)/\(number / Self.perFolder)"
      if number.isMultiple(of: Self.perFolder) { try System.makeFolder(below) }
      let original = "\(folder)/\(number % Self.originals).jpg"
      let name = "\(below)/IMG_\(number).jpg"
      guard link(original, name) == 0 || errno == EEXIST else {
        throw BenchmarkError("can't make \(name): \(String(cString: strerror(errno)))")
      }
    }
  }

  func remove(in settings: Settings) throws(BenchmarkError) {
    try Command("/bin/rm", ["-rf", path, "\(path).originals"]).run(in: settings)
  }
}
