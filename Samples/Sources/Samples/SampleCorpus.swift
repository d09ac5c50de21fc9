/// A large mixed library for measurements: kinds, sizes and copies as in a real one.
///
/// 70 % JPEG with EXIF (mean size about 150 KB), 12 % PNG, 5 % WebP, 3 % GIF, 5 % HEIC, 4 % movies
/// and 1 % odd files; a fifth of all files are exact copies of others under other names, and one in
/// forty has a partner of the same size that differs in its head or in its tail. The same count
/// and seed give the same files.
package struct SampleCorpus: Sendable {
  package let count: Int
  package let seed: UInt64

  package init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// The counts of written files, for the user.
  package struct Summary: Sendable {
    package fileprivate(set) var files = 0
    package fileprivate(set) var bytes = 0
    package fileprivate(set) var copies = 0
    package fileprivate(set) var partners = 0
  }

  /// Writes the corpus; throws as ``SampleFolder/init(replacing:)``.
  @discardableResult
  package func write(to path: String) throws(SampleError) -> Summary {
    let folder = try SampleFolder(replacing: path)
    var summary = Summary()
    var generator = SeededGenerator(seed: seed)
    // Copies are taken from the last few files, so a corpus of any size fits into memory.
    var recent: [CorpusFile] = []
    while summary.files < count {
      let number = summary.files
      let file: CorpusFile
      if let original = recent.randomElement(using: &generator), generator.chance(0.2) {
        file = original.copy(number: number)
        summary.copies += 1
      } else if let original = recent.randomElement(using: &generator), generator.chance(0.045),
        let partner = original.partner(number: number, differsInHead: generator.chance(0.5))
      {
        file = partner
        summary.partners += 1
      } else {
        file = CorpusFile(number: number, generator: &generator)
        recent.append(file)
        if recent.count > 64 { recent.removeFirst() }
      }
      try folder.write(file.bytes, to: file.path, modified: file.modified)
      summary.files += 1
      summary.bytes += file.bytes.count
    }
    return summary
  }
}
