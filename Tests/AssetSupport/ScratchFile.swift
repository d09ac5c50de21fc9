import Foundation
import TestSupport

/// A file without a name, for what a run reads or writes; its position begins at 0.
package final class ScratchFile: Sendable {
  package let descriptor: Int32

  package init(_ content: [UInt8] = []) throws {
    var template = Array("/tmp/shotflow-scratch.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError(operation: "mkstemp", code: errno) }
    unlink(template)
    var start = 0
    while start < content.count {
      let count = content[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemError(operation: "write", code: errno) }
      start += count
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }

  /// All that is in the file now.
  package var bytes: [UInt8] {
    get throws {
      let size = Int(lseek(descriptor, 0, SEEK_END))
      var bytes = [UInt8](repeating: 0, count: size)
      guard pread(descriptor, &bytes, size, 0) == size else {
        throw SystemError(operation: "read", code: errno)
      }
      return bytes
    }
  }
}
