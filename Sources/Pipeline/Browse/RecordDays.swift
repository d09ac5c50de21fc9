internal import Platform

/// Finds the days of records in their text, in order, without reading their other members.
struct RecordDays {
  private let text: [UInt8]
  /// The search for the beginning of each member with a date, the best first.
  private var searches = ["localDate", "creationDate"].map { MemberSearch(name: "\"\($0)\":\"") }

  private static let dateLength = 10

  init(_ text: [UInt8]) {
    self.text = text + [0]
  }

  /// Returns the day of the record in a range of the text, in days since 1970; nil without a date.
  mutating func day(in range: Range<Int>) -> Int64? {
    for place in searches.indices {
      guard let start = searches[place].end(in: range, of: text) else { continue }
      let parts = text[start...].prefix(Self.dateLength).split(separator: UInt8(ascii: "-")).map {
        Int64(String(decoding: $0, as: UTF8.self))
      }
      guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2]
      else { continue }
      return CivilDate(year: year, month: month, day: day)?.daysSince1970
    }
    return nil
  }

  private struct MemberSearch {
    let name: String
    /// The offset of the next occurrence; -1 before a search, `.max` if there is no more.
    private var found = -1

    init(name: String) {
      self.name = name
    }

    /// Returns the offset behind the name in a range of a text that ends with a zero; nil if
    /// absent.
    mutating func end(in range: Range<Int>, of text: [UInt8]) -> Int? {
      if found < range.lowerBound {
        found = text.withUnsafeBytes { bytes in
          let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          guard let start, let first = strstr(start + range.lowerBound, name) else { return .max }
          return UnsafePointer(first) - start
        }
      }
      return found < range.upperBound ? found + name.utf8.count : nil
    }
  }
}
