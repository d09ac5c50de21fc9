import Samples

/// The command of the command line.
enum Command {
  case library(path: String, now: Int?, seed: UInt64)
  case corpus(path: String, count: Int, seed: UInt64)
  case records(count: Int, seed: UInt64)
  case kinds(path: String)
  case text(lines: [String])
  case photos(path: String, count: Int, albums: Int, flags: Set<String>, seed: UInt64)
  case takeout(path: String, count: Int, seed: UInt64)
  case shotwell(path: String, count: Int, seed: UInt64)
  case help

  static let usage = """
    usage: make-samples DIR [--now 2015-09-27T21:29:28Z] [--seed S]
           make-samples corpus DIR --count N [--seed S]
           make-samples records --count N [--seed S]
           make-samples kinds DIR
           make-samples text LINE... > FILE.png
           make-samples photos X.photoslibrary --count N [--albums N] [--whole] [--pictures]
                        [--seed S]
           make-samples takeout DIR --count N [--seed S]
           make-samples shotwell DIR --count N [--seed S]
    """

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var words: [String] = []
    var options: [String: String] = [:]
    var flags: Set<String> = []
    var rest = Array(arguments)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h":
        self = .help
        return
      case "--whole", "--pictures":
        flags.insert(word)
      case "--now", "--seed", "--count", "--albums":
        guard let value = rest.popFirst() else {
          throw UsageError(message: "\(word) needs a value")
        }
        options[word] = value
      case _ where word.hasPrefix("-"):
        throw UsageError(message: "no option \(word)")
      default:
        words.append(word)
      }
    }
    let seed = try Self.number(options, "--seed", else: 1)
    switch (words.first, words.count) {
    case ("corpus", 2):
      self = .corpus(path: words[1], count: try Self.count(options), seed: seed)
    case ("photos", 2):
      let albums = Int(clamping: try Self.number(options, "--albums", else: 0))
      self = .photos(
        path: words[1], count: try Self.count(options), albums: albums, flags: flags, seed: seed)
    case ("takeout", 2):
      self = .takeout(path: words[1], count: try Self.count(options), seed: seed)
    case ("shotwell", 2):
      self = .shotwell(path: words[1], count: try Self.count(options), seed: seed)
    case ("records", 1):
      self = .records(count: try Self.count(options), seed: seed)
    case ("kinds", 2): self = .kinds(path: words[1])
    case ("text", 2...): self = .text(lines: Array(words.dropFirst()))
    case (let path?, 1)
    where !["corpus", "kinds", "photos", "shotwell", "takeout", "text"].contains(path):
      let now = try options["--now"].map { text throws(UsageError) in
        guard let now = CivilTime.secondsSince1970(iso8601: text) else {
          throw UsageError(message: "\"\(text)\" is no time; write 2015-09-27T21:29:28Z")
        }
        return now
      }
      self = .library(path: path, now: now, seed: seed)
    default:
      throw UsageError(message: "name one folder")
    }
  }

  private static func count(_ options: [String: String]) throws(UsageError) -> Int {
    guard options["--count"] != nil else { throw UsageError(message: "give --count") }
    return Int(clamping: try number(options, "--count", else: 0))
  }

  private static func number(
    _ options: [String: String], _ name: String, else standard: UInt64
  ) throws(UsageError) -> UInt64 {
    guard let text = options[name] else { return standard }
    guard let number = UInt64(text) else {
      throw UsageError(message: "\"\(text)\" is no number for \(name)")
    }
    return number
  }
}
