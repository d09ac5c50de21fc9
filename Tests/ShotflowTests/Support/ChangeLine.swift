/// A line of a list of changes, as a consumer reads it.
struct ChangeLine: Decodable, Equatable {
  let kind: String
  let type: String?
  let index: Int?
  let from: Int?
  let to: Int?
  let hasIncrementalChanges: Bool?
  let error: String?
  let asset: PrintedRecord?
  let token: String?
}
