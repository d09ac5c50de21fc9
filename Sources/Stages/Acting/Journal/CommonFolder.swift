/// The deepest folder that contains some files.
package struct CommonFolder: Equatable, Sendable {
  /// The folder's path; nil without files, empty for the root.
  package private(set) var path: [UInt8]?

  package init() {}

  /// The folder of one file.
  init(of file: [UInt8]) { add(file) }

  package mutating func add(_ file: [UInt8]) {
    let slash = UInt8(ascii: "/")
    let folder = file[..<(file.lastIndex(of: slash) ?? file.startIndex)]
    guard let path, path != Array(folder) else {
      path = Array(folder)
      return
    }
    let shared = zip(path.split(separator: slash), folder.split(separator: slash))
      .prefix { $0 == $1 }
    self.path = shared.flatMap { [slash] + $0.0 }
  }
}
