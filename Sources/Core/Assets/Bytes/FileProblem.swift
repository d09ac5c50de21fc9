internal import CSystem
internal import Platform

/// An error that says why a file or a folder can't be used.
public struct FileProblem: Error, Hashable, Sendable {
  /// The reason, worded for a message to the user.
  public let reason: String
  /// The system's error number; nil when the error is not the system's.
  package let code: Int32?

  public init(_ reason: String) {
    self.reason = reason
    code = nil
  }

  /// Creates a problem with a reason of its own for an error of the system.
  package init(_ reason: String, code: Int32?) {
    self.reason = reason
    self.code = code
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
      case EFBIG: Self.fileTooLarge
      case EBADF: "it is not open"
      case EROFS: "the file system is read-only"
      case EIO: "the device reports an input/output error"
      default: String(cString: strerror(error)).lowercased()
      }
  }

  /// The message for a file that is too large. The file system may have a limit, and the shell that
  /// started the program may have set one (`ulimit -f`).
  private static var fileTooLarge: String {
    csystem_limits_file_size()
      ? "a file would be larger than the limit; raise it with \"ulimit -f unlimited\""
      : "the file system holds no file that large"
  }
}

extension FileProblem {
  /// True if the system denied access, so that another path would not help.
  package var isRefusal: Bool { code == EACCES || code == EPERM }
}
