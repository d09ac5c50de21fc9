internal import Platform

/// The user's words on a page about a chosen asset.
package struct PickNote: Hashable, Sendable {
  /// The chosen part of the picture: left, top, width and height, from 0 to 1; nil for all of it.
  package let crop: [Double]?
  /// The key that was pressed for the asset, `1` to `5`; nil for none.
  package let mark: String?

  init(crop: [Double]? = nil, mark: String? = nil) {
    (self.crop, self.mark) = (crop, mark)
  }

  /// Reads the members `crop` and `mark` of a choice.
  init(_ choice: JSONElement) {
    let sides = choice[first: "crop"].map { $0.elements.compactMap(\.number) }
    crop = sides?.count == 4 ? sides : nil
    mark = choice[first: "mark"]?.string
  }

  /// Adds `crop` and `prompt.choice` to a record, as far as there are any.
  func add(to record: inout [UInt8]) {
    if let crop {
      let sides = crop.map { "\($0)" }.joined(separator: ",")
      record.insert(contentsOf: ",\"crop\":[\(sides)]".utf8, at: record.count - 1)
    }
    guard let mark else { return }
    let (place, text) = Self.edit(of: record, for: mark)
    record.replaceSubrange(place, with: text.utf8)
  }

  private static let deepest = 64

  /// Returns the text that gives a record the choice `mark`, and the range that it replaces: the
  /// record may have a `prompt`, and that a choice.
  private static func edit(of record: [UInt8], for mark: String) -> (Range<Int>, String) {
    record.withUnsafeBytes { text in
      let end = text.count - 1
      let whole = (end..<end, ",\"prompt\":{\"choice\":\"\(mark)\"}")
      guard let prompt = (try? JSONElement(checking: text, deepest: deepest))?[first: "prompt"],
        prompt.kind == .object, let start = text.baseAddress,
        let found = prompt.bytes.baseAddress.map({ $0 - start })
      else { return whole }
      guard let choice = prompt[first: "choice"], choice.kind == .text,
        let old = choice.bytes.baseAddress.map({ $0 - start })
      else {
        let isEmpty = prompt.members.first { _ in true } == nil
        return (found + 1..<found + 1, "\"choice\":\"\(mark)\"\(isEmpty ? "" : ",")")
      }
      return (old..<old + choice.bytes.count, mark)
    }
  }
}
