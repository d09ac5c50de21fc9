internal import Media

/// The words that a system puts before the name of a copied or resized file.
enum CopyPrefix {
  /// The index behind all such words; zero without any.
  static func end(in name: NameBytes) -> Int {
    var index = 0
    // Copies of copies exist; more than four would be somebody's joke.
    for _ in 0..<4 {
      guard let prefix = prefixes.longest(in: name, at: index) else { return index }
      index = prefix.end
    }
    return index
  }

  /// Windows, Google Drive and macOS on copying; Samsung on sending a smaller picture.
  private static let prefixes = PhraseTrie<Void>(
    [
      "Copy of ", "Copy (2) of ", "Copy (3) of ", "Kopie von ", "Copie de ", "Copia di ",
      "Copia de ", "Cópia de ", "Kopie van ", "Kopia ", "Kopi af ", "Kopi av ", "Kopi ",
      "Kopie ", "Копия ", "Копія ", "副本 ", "コピー ", "Kopya ", "Resized_", "Edited_",
    ].map { ($0, ()) })
}
