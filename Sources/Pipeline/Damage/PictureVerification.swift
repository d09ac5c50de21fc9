internal import Engine
internal import Pictures

/// Finds damage inside pictures, which the start and the end of a file don't show.
struct PictureVerification: TransformStage {
  static let description = StageDescription(
    name: "verify", role: .classify,
    summary: "decodes each picture, in the jail, and gives a damaged one its damage",
    example: "verify {}")

  init(_ arguments: inout StageArguments) {}

  var traits: StageTraits { .perAsset }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    [
      DecodingStep(name: Self.description.name, facets: [.stat, .header, .end]) { context in
        let check = DecodingCheck(in: context)
        return { pictures, failed in
          let whole = pictures.filter { $0.originalState == .whole }
          try check.run(whole, for: Self.description.name) { index, result in
            switch result {
            case .success(let isDamaged):
              guard isDamaged else { return }
              let findings = whole[index].findingsForWriting()
              findings.originalState = .damaged(.undecodable)
              findings.writesDamage = true
            case .failure(let failure): failed(failure)
            }
          }
        }
      }
    ]
  }
}
