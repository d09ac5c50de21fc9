internal import Files
internal import Platform

/// The form of identifiers that a program makes of whole numbers, such as `thumb%016x`: a text, and
/// the number in decimal or hexadecimal digits, with zeros before it up to a width.
struct IdentifierForm: Hashable, Sendable {
  let prefix: String
  let width: Int
  let isHexadecimal: Bool

  /// - Returns: nil if a text is no such form.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: #/([^%'"]*)%(?:0(\d\d?))?([dx])/#) else { return nil }
    prefix = String(match.1)
    width = match.2.flatMap { Int($0) } ?? 1
    isHexadecimal = match.3 == "x"
    guard (1...20).contains(width) else { return nil }
  }

  func text(_ number: Int64) -> String {
    let digits = isHexadecimal ? String(UInt64(bitPattern: number), radix: 16) : "\(number)"
    let zeros = width - digits.utf8.count
    return zeros > 0 ? prefix + String(repeating: "0", count: zeros) + digits : prefix + digits
  }

  /// Returns the number of an identifier in exactly this form; nil for another text.
  func number(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.starts(with: prefix.utf8) else { return nil }
    let digits = text.dropFirst(prefix.utf8.count)
    guard digits.count >= width, digits.count <= 20,
      digits.count == width || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Self.number(digits, isHexadecimal: isHexadecimal)
  }

  /// Returns the number of some digits; nil for none, other characters, and more than `Int64` has.
  static func number(_ digits: Slice<UnsafeRawBufferPointer>, isHexadecimal: Bool) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal: digit = byte - 0x61 + 10
      default: return nil
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
      guard !isTooLarge else { return nil }
      number = product &+ UInt64(digit)
      guard number <= UInt64(Int64.max) else { return nil }
    }
    return Int64(number)
  }

  /// Returns the SQL for the identifier of a number, which is SQL too.
  func sql(_ number: String) -> String {
    "printf('\(prefix)%0\(width)\(isHexadecimal ? "llx" : "lld")', \(number))"
  }
}

/// The identifiers of a catalogue's assets, and the keys that stand for them. A key has the row of an
/// asset times the number of tables that have assets, and the number of its table.
struct CatalogueIdentifiers: Sendable {
  /// The forms of the tables; nil for a table whose rows are the identifiers.
  private let forms: [IdentifierForm?]

  /// The greatest row of a table, so that every key is a whole number.
  let greatestRow: Int64

  init(_ assets: CatalogueDeclaration.Assets) {
    forms = assets.sources.map { $0.identifier.flatMap { IdentifierForm($0) } }
    greatestRow = Int64.max / Int64(forms.count) - 1
  }

  private var count: Int64 { Int64(forms.count) }

  /// True if assets sorted by table, then by row, are sorted by the bytes of their identifiers;
  /// false also where that is not known, as for a table without a form.
  var areInOrder: Bool {
    let known = forms.compactMap(\.self)
    guard known.count == forms.count, known.allSatisfy({ $0.width >= ($0.isHexadecimal ? 16 : 19) })
    else { return false }
    return zip(known, known.dropFirst()).allSatisfy { first, second in
      Array(first.prefix.utf8).lexicographicallyPrecedes(Array(second.prefix.utf8))
        && !second.prefix.hasPrefix(first.prefix)
    }
  }

  /// Returns the index, from 0, of the table that has the asset with a key.
  func source(of key: CatalogueKey) -> Int {
    guard forms.count > 1, case .number(let number) = key else { return 0 }
    return Int(number % count)
  }

  /// Returns the `localIdentifier` of the asset with a key.
  func text(of key: CatalogueKey) -> String {
    guard case .number(let number) = key, let form = forms[source(of: key)] else {
      return key.identifier
    }
    return form.text(number / count)
  }

  /// Returns the row with an identifier in a table; nil if it can have none, or has no form.
  func row(_ identifier: String, in source: Int) -> Int64? {
    guard let form = forms[source] else { return nil }
    var identifier = identifier
    return identifier.withUTF8 { form.number(UnsafeRawBufferPointer($0)) }
  }

  /// Calls `body` with the keys of the assets that a text names: identifiers with commas between them.
  /// A plain number is a row of the first table. Other words are left out.
  func forEachKey(in list: UnsafeRawBufferPointer, _ body: (Int64) -> Void) {
    var start = 0
    while start < list.count {
      var end = start
      while end < list.count, list[end] != UInt8(ascii: ",") { end += 1 }
      let word = UnsafeRawBufferPointer(rebasing: list[start..<end])
      if let key = key(word) { body(key) }
      start = end + 1
    }
  }

  private func key(_ word: UnsafeRawBufferPointer) -> Int64? {
    for (source, form) in forms.enumerated() {
      if let row = form?.number(word), row <= greatestRow { return row * count + Int64(source) }
    }
    guard let row = IdentifierForm.number(word[...], isHexadecimal: false), row <= greatestRow
    else { return nil }
    return row * count
  }

  /// Returns the SQL for the identifier of an asset, from the SQL of its row and its table's index.
  func sql(_ row: String, in source: Int) -> String {
    forms[source].map { $0.sql(row) } ?? "CAST(\(row) AS TEXT)"
  }
}

extension CatalogueDeclaration.Assets {
  /// The tables that have assets, in order.
  var sources: [CatalogueDeclaration.Assets] { [self] + others }
}
