internal import Samples

/// Any number of assets as in a user's library, the same for the same seed.
package struct GeneratedPhotos: Sequence, Sendable {
  package let count: Int
  package let seed: UInt64
  /// The content of each original; nil for assets without one.
  package var original: [UInt8]?

  package init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// Albums that the user made, each of some assets in a row, as of one event.
  package func albums(_ number: Int) -> [PhotosSampleAlbum] {
    let size = Swift.min(60, count)
    var albums = (0..<number).map { place in
      PhotosSampleAlbum(
        "Album \(place + 1)", uuid: "00000000-0000-4000-8000-\(String(100_000_000_000 + place))")
    }
    if albums.isEmpty { return [] }
    for (place, asset) in enumerated() {
      // The albums whose first asset is among the last ones, this one included.
      let last = place * number / Swift.max(1, count)
      for album in stride(from: Swift.min(last, number - 1), through: 0, by: -1) {
        let first = album * count / number
        if place >= first + size { break }
        if place >= first { albums[album].assets.append(asset.uuid) }
      }
    }
    return albums
  }

  package func makeIterator() -> Iterator {
    Iterator(count: count, state: seed, original: original)
  }

  /// Makes one asset after the other; about one in ten is a video, a screenshot or a live photo.
  package struct Iterator: IteratorProtocol {
    private let count: Int
    private var place = 0
    private var state: UInt64
    private let original: [UInt8]?

    init(count: Int, state: UInt64, original: [UInt8]?) {
      self.count = count
      self.state = state
      self.original = original
    }

    /// Knuth's linear generator, of which the upper half is used.
    private mutating func number(_ limit: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % limit)
    }

    package mutating func next() -> PhotosSampleAsset? {
      guard place < count else { return nil }
      place += 1
      // Twenty years, a few minutes apart.
      let created = Double(place) * (630_000_000 / Double(count)) + Double(number(1000)) / 1000
      let what = number(100)
      var asset = PhotosSampleAsset(
        uuid: uuid(), kind: what < 8 ? 1 : 0,
        filename: "IMG_\(place % 10_000).\(what < 8 ? "MOV" : "HEIC")", created: created)
      asset.original = original
      switch what {
      case 8..<16: asset.columns["ZKINDSUBTYPE"] = 10
      case 16..<40:
        asset.columns["ZKINDSUBTYPE"] = 2
        asset.columns["ZMEDIAGROUPUUID"] = .text(uuid())
      default: break
      }
      if what % 20 == 0 { asset.columns["ZFAVORITE"] = 1 }
      if what % 2 == 0 {
        asset.columns["ZLATITUDE"] = .real(40 + Double(number(10_000)) / 1000)
        asset.columns["ZLONGITUDE"] = .real(5 + Double(number(10_000)) / 1000)
      }
      asset.extended = [
        "ZCAMERAMAKE": "Apple", "ZCAMERAMODEL": "iPhone 15 Pro",
        "ZLENSMODEL": "iPhone 15 Pro back camera 6.765mm f/1.78", "ZISO": .integer(number(3200)),
        "ZAPERTURE": 1.78, "ZSHUTTERSPEED": 0.01, "ZFOCALLENGTH": 6.765,
      ]
      if what % 7 == 0 { asset.keywords = [["Family", "Holiday", "Work"][Int(number(3))]] }
      if what % 9 == 0 { asset.persons = [["Katie", "Suzy", "Maria"][Int(number(3))]] }
      if what % 25 == 0 { asset.caption = "caption \(place)" }
      for type in [0, 3, 5] as [Int64] {
        asset.resources.append([
          "ZRESOURCETYPE": .integer(type), "ZVERSION": 3, "ZDATASTORECLASSID": 0,
          "ZDATASTORESUBTYPE": 0, "ZLOCALAVAILABILITY": 1, "ZRECIPEID": .integer(65_700 + type),
        ])
      }
      return asset
    }

    private mutating func uuid() -> String {
      let digits = Array("0123456789ABCDEF")
      return String(
        (0..<36).map { [8, 13, 18, 23].contains($0) ? "-" : digits[Int(number(16))] })
    }
  }
}
