internal import Pipeline

/// Times how pictures that look alike are found among many whose hashes are known.
///
///     similar-times COUNT
///
/// A third of them looks like another one. Prints what was done, a tab, the milliseconds that it took.
@main
struct Main {
  static func main() {
    guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]), count > 0
    else {
      print("usage: similar-times COUNT")
      return
    }
    let looks = looks(count)
    for (title, isTurned) in [("as they are", false), ("in all eight poses", true)] {
      let likeness = HashThreshold(
        hashes: PerceptualHashKind.allCases, distance: 10, isTurned: isTurned, isMirrored: isTurned)
      let clock = ContinuousClock()
      let time = clock.measure {
        let alike = zip(looks, likeness.isAlike(looks)).filter(\.1).map {
          SimilarGroups.Candidate(look: $0.0)
        }
        let groups = SimilarGroups(alike, turn: Array(alike.indices), likeness)
        precondition(groups.places.count >= count / 4, "a third of the pictures looks alike")
      }
      let milliseconds =
        Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3
      print("\(title)\t\(milliseconds)")
    }
  }

  private static func looks(_ count: Int) -> [PerceptualHash] {
    var random = Generator()
    var hashes: [UInt64] = []
    for number in 0..<count {
      if number % 3 == 2 {
        let near = hashes[Int.random(in: hashes.indices, using: &random)]
        hashes.append(
          (0..<6).reduce(near) { hash, _ in hash ^ 1 << UInt64.random(in: 0..<64, using: &random) })
      } else {
        hashes.append(random.next())
      }
    }
    return hashes.map { PerceptualHash(standIn: $0) }
  }

  /// The same numbers in every run.
  private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
