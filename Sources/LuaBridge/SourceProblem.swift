/// Why a rule or a module can't be read.
enum SourceProblem: Error {
  case missing
  case folder
  case symbolicLink
  case notRegular
  case tooLarge
  case notUTF8
  case system(String)
  /// A file that has the name of a plugin that comes with the program, whose path is the second.
  case shadows(String, String)

  var message: String {
    switch self {
    case .missing: "no such file"
    case .folder: "is a folder, not a rule"
    case .symbolicLink: "is a symbolic link"
    case .notRegular: "is not a regular file"
    case .tooLarge: "is larger than 1 MiB"
    case .notUTF8: "is not UTF-8 text"
    case .shadows(_, let shipped): "has the name of \(shipped), which comes with the program"
    case .system(let reason): "can't be read: \(reason)"
    }
  }
}
