/// Checks that a file's boxes add up to its size and that the necessary ones are there.
enum ISOEnd {
  static func judge(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    var draft = FactsDraft()
    var boxes = BoxList(from: 0, to: window.size)
    var hasIndex = false
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.moov || box.type == BoxType.meta { hasIndex = true }
    }
    switch draft.facts.problem {
    case .truncated: return .incomplete
    case .tooLarge: return .unknown
    case nil: return hasIndex ? .complete : .incomplete
    // Bytes after the last box that are no box: trailers of phones.
    default: return hasIndex ? .complete : .unknown
    }
  }
}
