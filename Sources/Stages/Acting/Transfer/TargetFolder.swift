internal import CSystem
internal import Platform

/// The target folder of files, which may not exist yet. The folder that the user names may be a
/// link. One that a rule names may not: it is the path to which its links led when the user
/// permitted that. Nothing below is a link, so that none leads out of the folder.
package struct TargetFolder {
  /// The absolute path, without links.
  package let path: [UInt8]
  /// The open folder; nil until it exists.
  package private(set) var handle: DirectoryHandle?
  /// The deepest existing folder of the path.
  private let above: DirectoryHandle
  /// The names of the missing folders below it.
  private let missing: [[UInt8]]
  private let abovePath: [UInt8]

  /// Opens what exists of `folders` below `base`, whose path may contain links. Throws
  /// ``FileProblem`` if a file or a link has one of the names.
  package init(_ base: [UInt8], _ folders: [[UInt8]]) throws(FileProblem) {
    try self.init(base, folders, followsLinks: true)
  }

  /// Opens what exists of `folders` below `base`, an absolute path. Throws ``FileProblem`` for a
  /// file with one of the names, and for a link also in `base`.
  package init(withoutLinks base: [UInt8], _ folders: [[UInt8]]) throws(FileProblem) {
    try self.init(base, folders, followsLinks: false)
  }

  /// Creates the target of an existing, open folder; `path` is its absolute path, without links.
  init(_ handle: DirectoryHandle, at path: [UInt8]) {
    self.handle = handle
    self.path = path
    above = handle
    abovePath = path
    missing = []
  }

  private init(
    _ base: [UInt8], _ folders: [[UInt8]], followsLinks: Bool
  ) throws(FileProblem) {
    var prefix = base
    var missing: [[UInt8]] = []
    var open: DirectoryHandle?
    while open == nil {
      do throws(FileProblem) {
        open = try OwnedBytes(prefix).withCString { (name) throws(FileProblem) in
          followsLinks
            ? try DirectoryHandle(directory: AT_FDCWD, name: name, followsLink: true)
            : try DirectoryHandle(withoutLinks: name)
        }
      } catch {
        if !followsLinks, error.code != ENOENT {
          let name = String(decoding: prefix, as: UTF8.self)
          let place = String(decoding: GrantedPlaces.resolved(name), as: UTF8.self)
          if place != name {
            throw FileProblem(
              "a link leads from \"\(name)\" to \"\(place)\", which was not permitted")
          }
        }
        guard error.code == ENOENT, prefix != [UInt8(ascii: ".")] else {
          throw Self.problem(prefix, error)
        }
        (prefix, missing) = Self.shortened(prefix, missing)
      }
    }
    guard var above = open else { throw FileProblem(error: ENOENT) }
    var path = followsLinks ? try Self.resolved(prefix) : prefix
    for name in folders {
      if !missing.isEmpty {
        missing.append(name)
        continue
      }
      do throws(FileProblem) {
        above = try OwnedBytes(name).withCString { (name) throws(FileProblem) in
          try DirectoryHandle(directory: above.descriptor, name: name)
        }
        path = FileLocation.joined(path, name)
      } catch {
        guard error.code == ENOENT else {
          throw Self.problem(FileLocation.joined(path, name), error)
        }
        missing.append(name)
      }
    }
    self.above = above
    abovePath = path
    self.missing = missing
    self.path = missing.reduce(path) { FileLocation.joined($0, $1) }
    handle = missing.isEmpty ? above : nil
  }

  /// The paths of the folders that ``make()`` creates, the outermost first.
  var missingPaths: [[UInt8]] {
    missing.reduce(into: [abovePath]) { $0.append(FileLocation.joined($0[$0.count - 1], $1)) }
      .dropFirst().map(\.self)
  }

  /// Creates the missing folders, so that they survive a power failure; returns the last one.
  package mutating func make() throws(FileProblem) -> DirectoryHandle {
    if let handle { return handle }
    var folder = above
    for (name, path) in zip(missing, missingPaths) {
      let above = folder
      do throws(FileProblem) {
        folder = try OwnedBytes(name).withCString { (name) throws(FileProblem) in
          guard mkdirat(above.descriptor, name, 0o777) == 0 || errno == EEXIST else {
            throw FileProblem(error: errno)
          }
          return try DirectoryHandle(directory: above.descriptor, name: name)
        }
        try PrivateFolder.sync(above.descriptor, accepting: EINVAL)
      } catch {
        throw Self.problem(path, error, "can't make")
      }
    }
    handle = folder
    return folder
  }

  private static func shortened(
    _ path: [UInt8], _ missing: [[UInt8]]
  ) -> (path: [UInt8], missing: [[UInt8]]) {
    let slash = UInt8(ascii: "/")
    let names = path.split(separator: slash)
    let rest = Array(names.dropLast().joined(separator: [slash]))
    let isAbsolute = path.first == slash
    return (
      isAbsolute ? [slash] + rest : rest.isEmpty ? [UInt8(ascii: ".")] : rest,
      [Array(names.last ?? [])] + missing
    )
  }

  private static func resolved(_ path: [UInt8]) throws(FileProblem) -> [UInt8] {
    guard let real = OwnedBytes(path).withCString({ RealPath($0) }) else {
      throw FileProblem(error: errno)
    }
    return real.bytes
  }

  private static func problem(
    _ path: [UInt8], _ problem: FileProblem, _ failure: String = "can't use"
  ) -> FileProblem {
    let name = String(decoding: path, as: UTF8.self)
    guard problem.code == ENOTDIR || problem.code == ELOOP else {
      return FileProblem(
        "\(failure) the folder \"\(name)\": \(problem.reason)", code: problem.code)
    }
    let status = OwnedBytes(path).withCString { FileStatus(directory: AT_FDCWD, name: $0) }
    return FileProblem(
      status?.kind == .link
        ? "the folder \"\(name)\" is a link, which is not followed here"
        : "a file is in the way of the folder \"\(name)\"")
  }
}
