/// A line of a list of changes, as a consumer reads it.
package struct ChangeLine: Decodable, Equatable {
  package let kind: String
  package let type: String?
  package let index: Int?
  package let from: Int?
  package let to: Int?
  package let hasIncrementalChanges: Bool?
  package let error: String?
  package let asset: PrintedRecord?
  package let token: String?
}
