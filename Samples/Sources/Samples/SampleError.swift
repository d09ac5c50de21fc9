#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why samples could not be written.
package enum SampleError: Error, CustomStringConvertible {
  /// The folder holds something that is not ours to replace.
  case folderInUse(path: String)
  case system(operation: String, path: String, code: Int32)

  package var description: String {
    switch self {
    case .folderInUse(let path):
      "\(path) is not empty and no sample library; give a new folder"
    case .system(let operation, let path, let code):
      "can't \(operation) \(path): \(String(cString: strerror(code)))"
    }
  }
}
