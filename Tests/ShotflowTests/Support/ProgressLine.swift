/// A line of `--progress=json`.
struct ProgressLine: Decodable {
  let v: Int
  let type: String
  let stage: String
  let done: Int
  let total: Int?
  let fraction: Double?
  let errors: Int
}
