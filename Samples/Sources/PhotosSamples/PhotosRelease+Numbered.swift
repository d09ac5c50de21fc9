/// Releases that differ from their neighbours in what a reader of assets and albums needs.
extension PhotosRelease {
  /// Every release that a library can be made of, oldest first.
  package static let all = [
    macOS10, macOS11, macOS12, macOS13, macOS14, macOS146, macOS15, macOS26, macOS261, macOS27,
  ]

  package static let macOS11 = macOS13.changed(
    "macOS 11", modelVersion: 14_104,
    entities: [
      "GenericAlbum": 25, "Album": 26, "CloudSharedAlbum": 27, "Folder": 32, "ImportSession": 33,
      "InternalResource": 35, "Keyword": 36,
    ],
    without: [
      "ZASSET": "ZHDRTYPE ZLIBRARYSCOPE ZSYNDICATIONSTATE ZACTIVELIBRARYSCOPEPARTICIPATIONSTATE",
      "ZADDITIONALASSETATTRIBUTES": "ZSYNDICATIONIDENTIFIER ZSYNDICATIONHISTORY",
    ],
    with: ["ZASSET": [.integer: "ZCUSTOMRENDEREDVALUE"]])

  package static let macOS12 = macOS13.changed(
    "macOS 12", modelVersion: 15_323, entities: ["Album": 27, "GenericAlbum": 26, "Keyword": 38],
    without: ["ZASSET": "ZLIBRARYSCOPE ZACTIVELIBRARYSCOPEPARTICIPATIONSTATE"])

  package static let macOS14 = macOS13.changed(
    "macOS 14", modelVersion: 17_120,
    without: ["ZDETECTEDFACE": "ZASSET ZPERSON"],
    with: ["ZDETECTEDFACE": [.integer: "ZASSETFORFACE ZPERSONFORFACE"]])

  package static let macOS146 = macOS14.changed(
    "macOS 14.6", modelVersion: 17_600,
    entities: ["GenericAlbum": 28, "Album": 29, "CloudSharedAlbum": 30, "Keyword": 41])

  /// Shared albums are rows of a table of their own, which their assets name.
  package static let macOS26 = macOS15.changed(
    "macOS 26", modelVersion: 19_063,
    entities: [
      "GenericAlbum": 31, "Album": 32, "CloudSharedAlbum": 33, "Keyword": 51, "Share": 63,
      "CollectionShare": 64,
    ],
    with: [
      "ZASSET": [.integer: "ZCOLLECTIONSHARE"],
      "ZSHARE": [
        .integer: "ZCLOUDLOCALSTATE ZTRASHEDSTATE ZCUSTOMSORTASCENDING ZCUSTOMSORTKEY",
        .timestamp: "ZCREATIONDATE ZSTARTDATE ZENDDATE", .varchar: "ZUUID ZTITLE",
      ],
    ])

  package static let macOS261 = macOS26.changed(
    "macOS 26.1", modelVersion: 19_320,
    entities: [
      "GenericAlbum": 32, "Album": 33, "CloudSharedAlbum": 34, "Keyword": 52, "Share": 64,
      "CollectionShare": 65,
    ])

  package static let macOS27 = macOS261.changed(
    "macOS 27", modelVersion: 270_008_501,
    entities: [
      "GenericAlbum": 33, "Album": 34, "CloudSharedAlbum": 35, "Keyword": 53, "Share": 69,
      "CollectionShare": 70,
    ])
}
