/// Time and memory of one work at several sizes.
struct Curve {
  let name: String
  let points: [Point]

  struct Point {
    /// The number of files or records.
    let count: Int
    let seconds: Double
    /// Bytes.
    let peak: Int
  }
}
