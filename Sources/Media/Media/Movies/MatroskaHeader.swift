/// A reader of Matroska and WebM: information, tracks and tags, wherever they are (RFC 9559).
struct MatroskaHeader {
  /// The milliseconds from 1970 to 2001, the epoch of a segment's date.
  private static let epochMilliseconds: Int64 = 978_307_200_000

  private var segmentStart: Int64 = 0
  private var timestampScale: UInt64 = 1_000_000
  private var duration = 0.0
  private var trackCount = 0
  private var pictureTracks = 0
  private var area = 0.0
  private var hasInformation = false
  private var hasTags = false
  private var places = (information: Int64(0), tracks: Int64(0), tags: Int64(0))

  private init() {}

  /// Returns true if the document type, an element of EBML's header, is WebM.
  static func isWebM(_ head: Bytes) -> Bool {
    var place = 4
    while let found = head.firstIndex(of: 0x42, from: place) {
      if head.big24(found) == 0x4282_84 { return head.has("webm", at: found + 3) }
      place = found + 1
    }
    return false
  }

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var header = MatroskaHeader()
    var elements = EBMLList(from: 0, to: window.size)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      case MatroskaElementID.head:
        guard try readType(element, &window, &draft) else {
          draft.refuse()
          return
        }
      case MatroskaElementID.segment:
        try header.readSegment(element, &window, &draft)
        try header.finish(element, &window, &draft)
        return
      default: break
      }
    }
  }

  /// Returns true if the document has one of the two types; other EBML files are no movies.
  private static func readType(
    _ head: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Bool {
    var elements = EBMLList(in: head)
    while let element = try elements.next(&window, &draft) {
      guard element.name == MatroskaElementID.documentType else { continue }
      guard let text = try element.text(16, &window) else { return false }
      if text.has("webm", at: 0) {
        draft.facts.format = .webM
      } else if text.has("matroska", at: 0) {
        draft.facts.format = .matroska
      } else {
        return false
      }
      return true
    }
    return true
  }

  private mutating func readSegment(
    _ segment: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    segmentStart = segment.payload
    var elements = EBMLList(in: segment)
    while let element = try elements.next(&window, &draft) {
      // Elements after the pictures are found by the index before them.
      if element.name == MatroskaElementID.cluster { break }
      try take(element, &window, &draft)
    }
    if !hasInformation { try visit(places.information, &window, &draft) }
    if trackCount == 0 { try visit(places.tracks, &window, &draft) }
    if !hasTags { try visit(places.tags, &window, &draft) }
  }

  private mutating func visit(
    _ place: Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard place > 0 else { return }
    var elements = EBMLList(from: place, to: window.size)
    guard let element = try elements.next(&window, &draft),
      element.name != MatroskaElementID.seekHead
    else { return }
    try take(element, &window, &draft)
  }

  private mutating func take(
    _ element: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch element.name {
    case MatroskaElementID.seekHead: try readSeekHead(element, &window, &draft)
    case MatroskaElementID.information where !hasInformation:
      hasInformation = true
      try readInformation(element, &window, &draft)
    case MatroskaElementID.tracks where trackCount == 0: try readTracks(element, &window, &draft)
    case MatroskaElementID.tags where !hasTags:
      hasTags = true
      try MatroskaTags.read(element, &window, into: &draft)
    default: break
    }
  }

  private mutating func readSeekHead(
    _ seekHead: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var seeks = EBMLList(in: seekHead)
    while let seek = try seeks.next(&window, &draft) {
      guard seek.name == MatroskaElementID.seek else { continue }
      var name: UInt64?
      var position: UInt64?
      var elements = EBMLList(in: seek)
      while let element = try elements.next(&window, &draft) {
        if element.name == MatroskaElementID.seekName { name = try element.number(&window) }
        if element.name == MatroskaElementID.seekPosition { position = try element.number(&window) }
      }
      guard let position, position < UInt64(window.size) else { continue }
      let place = segmentStart + Int64(position)
      switch name {
      case UInt64(MatroskaElementID.information): places.information = place
      case UInt64(MatroskaElementID.tracks): places.tracks = place
      case UInt64(MatroskaElementID.tags): places.tags = place
      default: break
      }
    }
  }

  private mutating func readInformation(
    _ information: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var elements = EBMLList(in: information)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      case MatroskaElementID.timestampScale:
        if let scale = try element.number(&window), scale > 0 { timestampScale = scale }
      case MatroskaElementID.duration: duration = try element.float(&window) ?? 0
      case MatroskaElementID.date:
        guard element.count == 8, let number = try element.number(&window), number != 0 else {
          continue
        }
        draft.offer(Self.date(Int64(bitPattern: number)), rank: .movieHeader)
      case MatroskaElementID.writingApp:
        guard let text = try element.text(128, &window) else { continue }
        draft.facts.software = ShortText(text.buffer)
      case MatroskaElementID.muxingApp where draft.facts.software.isEmpty:
        guard let text = try element.text(128, &window) else { continue }
        draft.facts.software = ShortText(text.buffer)
      default: break
      }
    }
  }

  private static func date(_ nanoseconds: Int64) -> CaptureDate {
    let milliseconds = Int64((Double(nanoseconds) / 1e6).rounded(.down))
    return CaptureDate(moment: epochMilliseconds + milliseconds, source: .movie)
  }

  /// Reads the tracks; of several picture tracks the one with the most pixels is the movie.
  private mutating func readTracks(
    _ tracks: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var elements = EBMLList(in: tracks)
    while let element = try elements.next(&window, &draft) {
      guard element.name == MatroskaElementID.trackEntry else { continue }
      let track = try MatroskaTrack(element, &window, &draft)
      trackCount += 1
      guard track.showsPictures else { continue }
      pictureTracks += 1
      guard track.area > area else { continue }
      area = track.area
      draft.setSize(width: track.size.width, height: track.size.height)
      draft.orientation = .upright
      draft.orientation.turnClockwise(track.quarterTurns)
      if let rate = track.frameRate { draft.setFrameRate(rate) }
    }
  }

  private func finish(
    _ segment: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard trackCount == 0 || pictureTracks > 0 else {
      draft.refuse()
      return
    }
    let scale = Double(timestampScale) / 1e9
    if duration > 0 {
      draft.setDuration(seconds: duration * scale)
    } else if let last = try MatroskaEnd.lastTimestamp(segment, &window) {
      draft.setDuration(seconds: Double(last) * scale)
    }
  }
}
