internal import CPictures
internal import Decoding

extension DecodeProblem {
  init(_ problem: cpictures_problem) {
    let reason = Reason(rawValue: UInt8(clamping: Int(problem.status.rawValue) - 1))
    let message = withUnsafeBytes(of: problem.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(reason ?? .damaged, message)
  }
}
