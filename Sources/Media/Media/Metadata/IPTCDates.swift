/// A reader of the dates in IPTC's IIM records (IIM 4.2, 2:55 and 2:60, 2:62 and 2:63).
///
///     20150927  212928+0200
///
/// A month or a day of zeros is not known; its first one counts then, as in XMP.
enum IPTCDates {
  static func readRecords(
    _ range: ByteRange, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let records = try window.withContent(range, limit: IPTCRecords.largestBlock) { Array($0) }
    if let records { offer(records, to: &draft) }
  }

  /// Reads the dates of the records in Photoshop's resources, such as those of a JPEG's APP13.
  static func readResources(
    _ range: ByteRange, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let records = try window.withContent(range, limit: PhotoshopResources.largest) {
      PhotoshopResources(Array($0)).iptc
    }
    if case let records?? = records { offer(records, to: &draft) }
  }

  private static func offer(_ records: [UInt8], to draft: inout MediaFactsBuilder) {
    var sets = IPTCRecords(records)
    var (created, digitized) = (Moment(), Moment())
    for _ in 0..<IPTCRecords.mostDataSets {
      guard let set = sets.next() else { break }
      guard set.record == 2 else { continue }
      switch set.number {
      case 55: created.day = set.value
      case 60: created.time = set.value
      case 62: digitized.day = set.value
      case 63: digitized.time = set.value
      default: break
      }
    }
    draft.offer(created.date, rank: .iptcCreated)
    draft.offer(digitized.date, rank: .iptcDigitized)
  }

  private struct Moment {
    var day: ArraySlice<UInt8>?
    var time: ArraySlice<UInt8>?

    var date: CaptureDate? {
      guard let day else { return nil }
      let parts = day.withUnsafeBytes { bytes in
        Self.numbers(bytes).map { (year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100) }
      }
      guard let parts,
        let start = CivilTime.milliseconds(
          year: parts.year, month: max(1, parts.month), day: max(1, parts.day))
      else { return nil }
      return time?.withUnsafeBytes { Self.moved(start, by: $0) }
        ?? CaptureDate(start, nil, .iptc)
    }

    /// Returns the number of eight digits, a year, a month and a day; else nil.
    private static func numbers(_ bytes: UnsafeRawBufferPointer) -> Int? {
      guard let address = bytes.baseAddress, bytes.count >= 8 else { return nil }
      return DateText.number(Bytes(start: address, count: bytes.count), 0, 8)
    }

    private static func moved(_ start: Int64, by bytes: UnsafeRawBufferPointer) -> CaptureDate? {
      guard let address = bytes.baseAddress else { return nil }
      let text = Bytes(start: address, count: bytes.count)
      guard let hour = DateText.number(text, 0, 2), let minute = DateText.number(text, 2, 2),
        let second = DateText.number(text, 4, 2), hour < 24, minute < 60, second < 61
      else { return nil }
      let seconds = (hour * 60 + minute) * 60 + second
      return CaptureDate(
        start + Int64(seconds) * 1000, DateText.zone(text.slice(from: 6)), .iptc)
    }
  }
}
