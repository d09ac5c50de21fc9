/// A program that does nothing but decode, scale and encode.
struct PicturesFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let target = try PicturesBenchmark.target(in: settings)
    return try PicturesBenchmark.rows(in: settings) { (way) throws(BenchmarkError) in
      let comparison = try PicturesBenchmark.comparison(
        of: way.commands + [
          Command(
            "\(settings.products)/small-pictures",
            [PicturesBenchmark.folder(in: settings), target, "-j", "\(way.threads)"])
        ], in: settings)
      let threads = way.threads == 1 ? "one thread" : "two threads"
      return comparison.floor(
        way.title, bar: way.bar, peer: .init("vipsthumbnail") { $0[1] },
        smallest: .init("small-pictures (C), \(threads)") { $0[2] }, ours: .init("") { $0[0] })
    }
  }
}
