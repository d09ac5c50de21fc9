/// A line of `--progress=json`.
package struct ProgressLine: Decodable {
  package let v: Int
  package let type: String
  package let stage: String
  package let done: Int
  package let total: Int?
  package let fraction: Double?
  package let errors: Int
  package let items: [Item]?

  /// An item that the run works on.
  package struct Item: Decodable {
    package let name: String
    package let localIdentifier: String?
    package let work: String
    package let fraction: Double
  }
}
