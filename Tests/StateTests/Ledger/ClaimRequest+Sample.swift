import AssetSupport
import Engine

extension ClaimRequest {
  static func sample(
    _ number: UInt32, _ algorithm: DigestAlgorithm = .sha1, memory: String = "recent",
    isRepeatable: Bool = false
  ) -> ClaimRequest {
    ClaimRequest(
      digest: .sample(number, algorithm), memory: memory, rule: "recent",
      identifier: "shots/\(number).png", library: "/pictures", filename: "\(number).png",
      isRepeatable: isRepeatable)
  }
}
