internal import Pipeline
internal import Platform
internal import Terminal

/// The library of a user who named none: the pictures folder, or the system's Photos library.
/// GNOME, KDE and Flameshot store screenshots in that folder or below. The home folder and its
/// parents are never chosen.
struct LibraryGuess {
  /// The possible libraries, the best first.
  let candidates: [String]

  private static let largest = 1 << 16

  /// Finds candidates in the home folder, nil if unknown. `configuration` is the folder with
  /// `user-dirs.dirs`; nil for the usual one. `hasPhotos` is true if each user has a Photos
  /// library.
  init(home: String?, configuration: String?, hasPhotos: Bool) {
    guard let home, home.hasPrefix("/"), home != "/" else {
      candidates = []
      return
    }
    let base = configuration.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    let usual = "\(home)/Pictures"
    let better =
      hasPhotos
      ? "\(usual)/Photos Library.photoslibrary"
      : Self.text(of: "\(base)/user-dirs.dirs").flatMap { UserDirectories($0, home: home).pictures }
    candidates = [better, better == usual ? nil : usual].compactMap(\.self)
      .filter { !Self.holds(home, $0) }
  }

  static var standard: LibraryGuess {
    #if os(macOS)
      let hasPhotos = true
    #else
      let hasPhotos = false
    #endif
    return LibraryGuess(
      home: Environment["HOME"], configuration: Environment["XDG_CONFIG_HOME"],
      hasPhotos: hasPhotos)
  }

  var library: String? {
    candidates.first { path in
      var facts = stat()
      return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Returns true for the home folder and for the folders above it.
  private static func holds(_ home: String, _ folder: String) -> Bool {
    guard let folder = resolved(folder) else { return false }
    let home = resolved(home) ?? home
    return folder == "/" || home == folder || home.hasPrefix(folder + "/")
  }

  private static func resolved(_ path: String) -> String? {
    RealPath(path)?.text
  }

  /// Returns the text of a small file that only the user can write; nil for any other.
  private static func text(of path: String) -> String? {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path),
      (try? OwnershipCheck.check(descriptor: file.descriptor, path)) != nil,
      let bytes = try? file.bytes(atMost: largest)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
