internal import Acting
internal import CSystem
internal import Decoding
internal import Platform

/// The folder of a contact sheet, which appears whole or not at all; confined to one worker thread.
/// It is made under a hidden name beside its final path, and renamed when all pages are written.
/// Only a folder that a sheet made is replaced. Without ``place()`` it is removed with this object.
final class SheetFolder {
  private let target: SheetTarget
  private let parent: DirectoryHandle
  private let hiddenName: String
  private let folder: DirectoryHandle
  private let pictures: DirectoryHandle
  private var isPlaced = false

  private static let prefix = ".shotflow-sheet-"
  private static let oldPrefix = prefix + "old-"
  private static let picturesName = "pictures"
  private static let fileMode: UInt32 = 0o666
  private static let nameLimit = 100

  /// Creates the hidden folder, and missing folders above it. Throws ``OutputProblem`` if that
  /// fails, or if the path is taken.
  init(at target: SheetTarget) throws(OutputProblem) {
    self.target = target
    try target.check()
    do throws(FileProblem) {
      var above = try target.folder()
      parent = try above.make()
      Self.clearUp(for: target, in: parent)
      (hiddenName, folder) = try Self.makeHidden(in: parent)
      pictures = try Self.makeFolder(Self.picturesName, in: folder)
    } catch {
      throw target.problem(error)
    }
  }

  deinit {
    if !isPlaced { Self.remove(hiddenName, in: parent) }
  }

  // MARK: - Adding pictures

  /// Adds a picture to the folder; returns its path relative to the pages.
  func add(_ picture: FinishedPicture, number: Int) throws(FileProblem) -> String {
    let digits = String(number)
    let name =
      String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      + (picture.format == .png ? ".png" : ".jpg")
    guard let bytes = try picture.file.bytes(atMost: Self.most) else {
      throw FileProblem("the picture is too large for a sheet")
    }
    try Self.write(bytes, to: name, in: pictures)
    return "\(Self.picturesName)/\(name)"
  }

  private static let most = 256 << 20

  func add(_ html: String, as name: String) throws(FileProblem) {
    try Self.write(Array(html.utf8), to: name, in: folder)
  }

  private static func write(
    _ bytes: [UInt8], to name: String, in folder: DirectoryHandle
  ) throws(FileProblem) {
    let file = try PartialFile(in: folder, mode: fileMode)
    try file.fill(with: bytes)
    let error = name.withCString { file.place(as: $0) }
    if error != 0 { throw FileProblem(error: error) }
  }

  // MARK: - The final path

  /// Renames the folder to its final path, in place of an earlier sheet. While this object exists,
  /// no other sheet can take that path.
  func place() throws(OutputProblem) {
    let earlier = try target.standing(in: parent)
    if let earlier, Self.isHeldByOther(earlier) {
      throw .notWritable(
        "another sheet was just put at \"\(target.path)\"; give each sheet a folder of its own")
    }
    let old = Self.oldName(of: target.name, hiddenName.dropFirst(Self.prefix.count))
    // Another run does not take a locked folder for abandoned.
    let error = withExtendedLifetime(earlier) { exchange(old) }
    guard error == 0 else { throw target.problem(FileProblem(error: error)) }
    isPlaced = true
  }

  /// Moves an earlier sheet to the name `old`, the new folder to its place; returns 0 or an errno.
  private func exchange(_ old: String) -> Int32 {
    let isReplaced = renameat(parent.descriptor, target.name, parent.descriptor, old) == 0
    guard isReplaced || errno == ENOENT else { return errno }
    guard renameat(parent.descriptor, hiddenName, parent.descriptor, target.name) == 0 else {
      let error = errno
      if isReplaced { renameat(parent.descriptor, old, parent.descriptor, target.name) }
      return error
    }
    if isReplaced { Self.remove(old, in: parent) }
    return 0
  }

  /// True if a folder is empty, or contains a sheet and nothing else.
  static func isSheet(_ folder: DirectoryHandle) -> Bool {
    let names = folder.names()
    if names.isEmpty { return true }
    guard names.contains(SheetPage.name(1)),
      names.allSatisfy({ $0 == picturesName || isPageName($0) }),
      let page = try? OpenFile(directory: folder.descriptor, name: SheetPage.name(1)),
      let head = try? page.bytes(from: 0, count: Int(min(page.status.size, 512))),
      String(decoding: head, as: UTF8.self).contains(SheetPage.mark)
    else { return false }
    guard let pictures = try? DirectoryHandle(directory: folder.descriptor, name: picturesName)
    else { return !names.contains(picturesName) }
    return pictures.names().allSatisfy(isPictureName)
  }

  private static func isPageName(_ name: String) -> Bool {
    name == SheetPage.name(1) || name.wholeMatch(of: /page-[0-9]+\.html/) != nil
  }

  private static func isPictureName(_ name: String) -> Bool {
    name.wholeMatch(of: /[0-9]{5,}\.(jpg|png)/) != nil
  }

  /// Returns the hidden name of an earlier sheet while it is replaced.
  static func oldName(of name: String, _ word: some StringProtocol) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(name)
    return oldPrefix + String(fingerprint.value, radix: 36) + "-" + word
  }

  // MARK: - Folders

  private static func makeFolder(
    _ name: String, in parent: DirectoryHandle
  ) throws(FileProblem) -> DirectoryHandle {
    guard mkdirat(parent.descriptor, name, 0o777) == 0 else { throw FileProblem(error: errno) }
    return try DirectoryHandle(directory: parent.descriptor, name: name)
  }

  /// Makes the hidden folder; while it is open and locked, no other run takes it for abandoned.
  private static func makeHidden(
    in parent: DirectoryHandle
  ) throws(FileProblem) -> (String, DirectoryHandle) {
    for _ in 0..<nameLimit {
      let name = prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
      do throws(FileProblem) {
        let folder = try makeFolder(name, in: parent)
        // A run that cleans up may have come first and removed it.
        if !isHeldByOther(folder), parent.has(folder, as: name) { return (name, folder) }
      } catch {
        guard error.code == ENOENT || error.code == EEXIST else { throw error }
      }
    }
    throw FileProblem(error: EEXIST)
  }

  /// Locks a folder; returns true if another process holds the lock.
  private static func isHeldByOther(_ folder: DirectoryHandle) -> Bool {
    flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Removes what killed runs left behind, and restores a sheet that was being replaced.
  private static func clearUp(for target: SheetTarget, in parent: DirectoryHandle) {
    for name in parent.names() where name.hasPrefix(prefix) {
      guard let folder = try? DirectoryHandle(directory: parent.descriptor, name: name),
        flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      guard name.hasPrefix(oldPrefix) else {
        remove(name, in: parent)
        continue
      }
      guard name.hasPrefix(oldName(of: target.name, "")) else { continue }
      // If another file has the path, the hidden folder may be the only remaining sheet.
      switch Result(catching: { try target.standing(in: parent) }) {
      case .success(nil): renameat(parent.descriptor, name, parent.descriptor, target.name)
      case .success: remove(name, in: parent)
      case .failure: break
      }
    }
  }

  /// Removes the folder of a sheet, and only files that a sheet made.
  private static func remove(_ name: String, in parent: DirectoryHandle) {
    guard let folder = try? DirectoryHandle(directory: parent.descriptor, name: name) else {
      return
    }
    if let pictures = try? DirectoryHandle(directory: folder.descriptor, name: picturesName) {
      for name in pictures.names() where isPictureName(name) {
        unlinkat(pictures.descriptor, name, 0)
      }
      PartialFile.removeAbandoned(in: pictures)
      unlinkat(folder.descriptor, picturesName, AT_REMOVEDIR)
    }
    for name in folder.names() where isPageName(name) { unlinkat(folder.descriptor, name, 0) }
    PartialFile.removeAbandoned(in: folder)
    unlinkat(parent.descriptor, name, AT_REMOVEDIR)
  }
}

extension DirectoryHandle {
  fileprivate func has(_ folder: DirectoryHandle, as name: String) -> Bool {
    var (named, open) = (stat(), stat())
    return fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && fstat(folder.descriptor, &open) == 0
      && named.st_ino == open.st_ino && named.st_dev == open.st_dev
  }
}
