/// A reader of the size and the transformations of one item (ISO/IEC 23008-12, section 6.5).
enum HEIFProperties {
  /// Finds the item's properties in `ipma` and applies them in the order given there. Properties
  /// are searched for one by one: an item has about five, a file may have hundreds.
  static func read(
    _ box: Box, of item: UInt64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var container: Box?
    var boxes = BoxList(in: box)
    while let child = try boxes.next(&window, &draft) {
      if child.type == BoxType.ipco {
        container = child
      } else if child.type == BoxType.ipma, let container,
        var associations = try associations(of: item, in: child, &window)
      {
        try apply(&associations, from: container, &window, into: &draft)
        try HEIFPixels.read(container, &window, into: &draft)
        return
      }
    }
  }

  /// The remaining indices of the item's properties.
  private struct Associations {
    var reader: BoxReader
    var remaining: UInt64
    let isWide: Bool

    mutating func next(_ window: inout HeaderWindow) throws(MediaError) -> UInt64? {
      guard remaining > 0, let value = try reader.number(isWide ? 2 : 1, &window) else {
        return nil
      }
      remaining -= 1
      return isWide ? value & 0x7FFF : value & 0x7F
    }
  }

  private static func associations(
    of item: UInt64, in box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> Associations? {
    var reader = BoxReader(box)
    guard let head = try reader.number(4, &window), let count = try reader.number(4, &window)
    else { return nil }
    let isWide = head & 1 == 1
    for _ in 0..<count {
      guard let identifier = try reader.number(head >> 24 == 0 ? 2 : 4, &window),
        let indices = try reader.number(1, &window)
      else { return nil }
      if identifier == item {
        return Associations(reader: reader, remaining: indices, isWide: isWide)
      }
      reader.skip(Int64(indices) * (isWide ? 2 : 1))
    }
    return nil
  }

  private static func apply(
    _ associations: inout Associations, from container: Box, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    while let index = try associations.next(&window) {
      guard index > 0, let property = try property(index, of: container, &window, &draft) else {
        continue
      }
      var reader = BoxReader(property)
      switch property.type {
      case BoxType.ispe:
        guard try reader.number(4, &window) != nil, let width = try reader.number(4, &window),
          let height = try reader.number(4, &window)
        else { return }
        draft.setSize(width: width, height: height)
      case BoxType.pixi, BoxType.colr, BoxType.hvcC, BoxType.av1C:
        try HEIFPixels.take(property, &window, into: &draft)
      case BoxType.clap: try crop(by: &reader, &window, &draft)
      case BoxType.irot:
        // Quarter turns anticlockwise.
        let turns = try reader.number(1, &window) ?? 0
        draft.orientation.turnClockwise(4 - Int(turns & 3))
      case BoxType.imir:
        // 0 exchanges top and bottom, 1 left and right.
        let axis = try reader.number(1, &window) ?? 0
        if axis & 1 == 0 {
          draft.orientation.mirrorTopToBottom()
        } else {
          draft.orientation.mirrorLeftToRight()
        }
      default: break
      }
    }
  }

  /// Applies the clean aperture (ISO/IEC 14496-12, section 12.1.4): the part of the picture to
  /// show. It precedes the rotations, and is never larger than the picture.
  private static func crop(
    by reader: inout BoxReader, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let width = try side(&reader, &window), let height = try side(&reader, &window) else {
      return
    }
    draft.shrinkSize(width: width, height: height)
  }

  /// Reads a fraction, rounded to whole pixels; nil unless it is above 0.
  private static func side(
    _ reader: inout BoxReader, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    guard let numerator = try reader.number(4, &window),
      let denominator = try reader.number(4, &window), denominator > 0
    else { return nil }
    let pixels = (numerator + denominator / 2) / denominator
    return pixels > 0 ? pixels : nil
  }

  private static func property(
    _ index: UInt64, of container: Box, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Box? {
    var boxes = BoxList(in: container)
    var place: UInt64 = 1
    while let box = try boxes.next(&window, &draft) {
      if place == index { return box }
      place += 1
    }
    return nil
  }
}
