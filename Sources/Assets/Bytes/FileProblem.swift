internal import Platform

/// Why a file or a folder can't be used, in the words of a message.
public struct FileProblem: Error, Hashable, Sendable {
  public let reason: String
  /// The system's number, when the system refused.
  package let code: Int32?

  public init(_ reason: String) {
    self.reason = reason
    code = nil
  }

  package init(error: Int32) {
    code = error
    reason =
      switch error {
      case ENOENT: "no such file or folder"
      case EACCES, EPERM: "permission denied"
      case ELOOP: "is a symbolic link"
      case ENOTDIR: "is not a folder"
      case EISDIR: "is a folder"
      case EMFILE, ENFILE: "too many files are open"
      case ENOSPC: "no space left on the device"
      case EROFS: "the file system is read-only"
      case EIO: "the device reports an input/output error"
      default: String(cString: strerror(error)).lowercased()
      }
  }
}

extension FileProblem {
  /// Whether the system refused, so that no other path would help.
  package var isRefusal: Bool { code == EACCES || code == EPERM }
}
