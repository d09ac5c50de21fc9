/// The check that a rule uses its stages with the right kind of source: assets, or albums.
struct AlbumUseCheck {
  let rulePath: String

  func problems(
    listsAlbums: Bool, _ stages: some Sequence<(StageCall, any TransformWork)>
  ) -> [RuleProblem] {
    var problems: [RuleProblem] = []
    var first: String?
    for (call, stage) in stages {
      func note(_ message: String, _ token: String) {
        problems.append(
          RuleProblem(
            path: call.path ?? rulePath, line: call.line, message: message, token: token))
      }
      if !listsAlbums {
        if let option = stage.traits.albums.option {
          note(
            "\(option) is for albums, and the source gives assets; write source { albums = … }",
            option)
        }
        continue
      }
      let albums = stage.traits.albums
      switch albums.use {
      case .albums: first = first ?? call.name
      case .members:
        if let first {
          note(
            "behind a source of albums, \(call.name) chooses among their assets, so it stands"
              + " before \(first)", call.name)
        }
      case .assets:
        note(
          albums.remedy.map { "of albums, \(call.name) \($0)" }
            ?? "\(call.name) is for assets, and the source gives albums; write source { album = … }",
          call.name)
      }
    }
    return problems
  }
}
