import AssetSupport
import Assets
import Samples

/// The texts of random rules, as an author writes them.
extension RandomPhotos {
  mutating func source() -> ArgumentValue {
    var members: [ArgumentMember] = []
    let album = pick([
      nil, nil, "M", "N", "albumRegular", "smartAlbumScreenshots", "smartAlbumRecentlyAdded",
      "smartAlbumFavorites", "smartAlbumAllHidden",
    ])
    if let album { members.append(ArgumentMember("album", .text(album))) }
    for name in ["includeHidden", "includeAllBurstAssets"] where generator.chance(0.3) {
      members.append(ArgumentMember(name, .flag(true)))
    }
    return .table(members)
  }

  mutating func filter() -> ArgumentValue {
    var members: [ArgumentMember] = []
    let tests: [(String, [ArgumentValue])] = [
      ("mediaType", ["image", "video", ["image", "video"]]),
      ("isFavorite", [true, false]), ("isMissing", [true, false]),
      ("mediaSubtypes", ["photoScreenshot", "photoLive"]),
      ("pixelWidth", [.calling("at_least", 2), .calling("at_most", 3), 1, "pixelHeight"]),
      ("pixelHeight", [.calling("above", "pixelWidth"), .calling("below", "pixelWidth")]),
      (
        "creationDate",
        [
          .calling("before", "2018-10-01"), .calling("after", "2001-01-01"),
          .calling("on", "2018-09-28"), .calling("month", "2018-09"),
          .calling("hour", "12..20"), .calling("weekday", "fri,sun"), .calling("month", 9),
          .calling("time", "20:00..08:00"), .calling("monthDay", "12-31..01-01"),
        ]
      ),
      ("location", [.calling("near", 54.5, 7.5, "5km"), .calling("inside", -1, -180, 60, 180)]),
      (
        "filename",
        [
          .calling("like", "a*"), "abc", .calling("like", "*東*"), .calling("ignoringCase", "ABC"),
          .calling("like", .calling("ignoringCase", "A*")),
        ]
      ),
      (
        "keywords",
        [
          .calling("has", "a"), .calling("present"), .calling("absent"),
          .calling("has", .calling("ignoringCase", "CAF\u{C9}")),
        ]
      ),
    ]
    for (name, values) in tests where generator.chance(0.15) {
      members.append(ArgumentMember(name, pick(values)))
    }
    if generator.chance(0.8) {
      let keys = ["creationDate", "addedDate", "modificationDate", "pixelWidth", "filename"]
      members.append(
        ArgumentMember("sortedBy", .text((generator.chance(0.5) ? "-" : "") + pick(keys))))
    }
    if generator.chance(0.4) {
      members.append(
        ArgumentMember("offset", .integer(.random(in: 0...40, using: &generator))))
    }
    if generator.chance(0.5) {
      members.append(ArgumentMember("limit", .integer(.random(in: 1...30, using: &generator))))
    }
    return .table(members)
  }
}
