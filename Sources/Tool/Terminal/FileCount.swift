/// A number of files with their size, as people read it: `29 files (14 MB)`.
package struct FileCount: CustomStringConvertible {
  /// The number of files.
  package private(set) var files = 0
  private var bytes: Int64 = 0

  package init(_ files: Int = 0, bytes: Int64 = 0) {
    (self.files, self.bytes) = (files, bytes)
  }

  /// Counts one more file of `bytes` bytes.
  package mutating func add(_ bytes: Int64) {
    files += 1
    self.bytes += bytes
  }

  package var description: String {
    "\(files == 1 ? "1 file" : "\(files) files") (\(ByteCount(Double(bytes))))"
  }
}
