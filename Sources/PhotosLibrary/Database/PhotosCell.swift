/// A value as SQLite gave it; of the type that it was stored with, whatever the column was meant for.
enum PhotosCell {
  case absent
  case integer(Int64)
  case real(Double)
  /// Where the text lies in the memory of its rows.
  case text(start: UInt32, count: UInt32)
  /// A text that is not UTF-8.
  case brokenText(start: UInt32, count: UInt32)
}
