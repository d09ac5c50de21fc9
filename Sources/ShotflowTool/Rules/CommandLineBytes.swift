internal import Platform

/// The words of the command line as they were given; a file's name need not be UTF-8.
struct CommandLineBytes {
  /// The words that Swift had to repair, in order, beside what it made of them.
  private var repaired: [(word: String, bytes: [UInt8])] = []

  init() {
    for pointer in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    {
      guard let pointer, String(validatingCString: pointer) == nil else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      repaired.append((String(cString: pointer), Array(bytes)))
    }
  }

  /// The bytes of a word that was read from the command line; asked for each word once, in order.
  mutating func bytes(of word: String) -> [UInt8] {
    guard let place = repaired.firstIndex(where: { $0.word == word }) else {
      return Array(word.utf8)
    }
    return repaired.remove(at: place).bytes
  }
}
