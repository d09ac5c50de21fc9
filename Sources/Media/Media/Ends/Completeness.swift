/// The outcome of a check that a file was written to its end.
///
/// The check looks at the end markers of formats, not at pictures: a file that is complete by this
/// test can still be damaged within.
public enum Completeness: Sendable, Equatable {
  /// The end of the format is at the end of the file, or before it.
  case complete
  /// The end of the format is missing.
  case incomplete
  /// The format has no end that is cheap to find, or other data after it hides it.
  case unknown

  /// The maximum number of bytes read of a file; usually a few suffice.
  private static let budget = 64 << 20

  /// Checks an open regular file of `size` bytes and known format; throws if it can't be read.
  public init(descriptor: Int32, size: Int64, format: MediaFormat) throws(MediaError) {
    var window = HeaderWindow()
    try window.open(descriptor: descriptor, size: size, budget: Self.budget)
    guard window.size > 0 else {
      self = .incomplete
      return
    }
    self = try format.description.end?(&window) ?? .unknown
  }

  /// Creates `complete` if the file has all bytes before `end`, else `incomplete`.
  init(_ window: borrowing HeaderWindow, endsAt end: Int64) {
    self = end <= window.size ? .complete : .incomplete
  }
}

/// A check that a file's boxes add up to its size and that the necessary ones exist.
enum ISOEnd {
  static func judge(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    var draft = MediaFactsBuilder()
    var boxes = BoxList(from: 0, to: window.size)
    var hasIndex = false
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.moov || box.type == BoxType.meta { hasIndex = true }
    }
    switch draft.facts.problem {
    case .truncated: return .incomplete
    case .tooLarge: return .unknown
    case nil: return hasIndex ? .complete : .incomplete
    // Bytes after the last box that are no box: data that phones append.
    default: return hasIndex ? .complete : .unknown
    }
  }
}
