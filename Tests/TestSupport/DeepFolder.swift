import Foundation

/// A chain of folders that is longer than any path may be; gone with the value.
package final class DeepFolder {
  private let root: String
  private let name: String

  /// - Parameter write: called with the descriptor of the innermost folder.
  package init(below root: String, depth: Int, name: String, _ write: (Int32) -> Void) throws {
    self.root = root
    self.name = name
    var folder = open(root, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      mkdirat(folder, name, 0o700)
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      guard next >= 0 else { throw SystemError(operation: "open", code: errno) }
      folder = next
    }
    write(folder)
    close(folder)
  }

  /// Removes a file of the innermost folder, without which that can't be removed.
  package func remove(file: String) {
    var folder = open(root, O_RDONLY | O_DIRECTORY)
    while true {
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      guard next >= 0 else { break }
      close(folder)
      folder = next
    }
    unlinkat(folder, file, 0)
    close(folder)
  }

  deinit {
    // Each turn takes out the outermost folder, so that no path grows.
    let outermost = "\(root)/\(name)"
    let spare = "\(root)/\(name).spare"
    while rename("\(outermost)/\(name)", spare) == 0 {
      rmdir(outermost)
      rename(spare, outermost)
    }
  }
}
