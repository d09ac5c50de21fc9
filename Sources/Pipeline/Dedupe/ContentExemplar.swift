internal import Synchronization

/// A file that stands for its content while others are compared with it; safe from any thread.
final class ContentExemplar: Sendable {
  private let place: any Original
  private let knownEnds = Mutex<ContentEnds?>(nil)
  private let knownNumber = Mutex(0)

  init(_ place: any Original) {
    self.place = place
  }

  /// The number of the content; set before others can see the exemplar.
  var number: Int {
    get { knownNumber.withLock { $0 } }
    set { knownNumber.withLock { $0 = newValue } }
  }

  func open() throws(FileProblem) -> OpenFile {
    try place.open()
  }

  /// The file's ends, read once.
  func ends() throws(FileProblem) -> ContentEnds {
    if let known = knownEnds.withLock({ $0 }) { return known }
    return try ends(of: try open())
  }

  func ends(of file: OpenFile) throws(FileProblem) -> ContentEnds {
    if let known = knownEnds.withLock({ $0 }) { return known }
    let read = try ContentEnds(of: file)
    knownEnds.withLock { $0 = read }
    return read
  }
}
