/// A line of `--progress=json`.
struct ProgressLine: Decodable {
  let v: Int
  let type: String
  let stage: String
  let done: Int
  let total: Int?
  let fraction: Double?
  let errors: Int
  let items: [Item]?

  /// An item that the run works on.
  struct Item: Decodable {
    let name: String
    let localIdentifier: String?
    let work: String
    let fraction: Double
  }
}
