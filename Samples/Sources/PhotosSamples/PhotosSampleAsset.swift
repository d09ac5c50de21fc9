package import Samples

/// An asset of an invented Photos library.
package struct PhotosSampleAsset: Sendable {
  package var uuid: String
  /// Columns of the table of assets, beside or instead of those that every asset has.
  package var columns: [String: ColumnValue]
  package var details: [String: ColumnValue] = [:]
  package var extended: [String: ColumnValue] = [:]
  package var caption: String?
  package var keywords: [String] = []
  package var persons: [String] = []
  /// Files that Photos knows of, as columns of the table of resources.
  package var resources: [[String: ColumnValue]] = [PhotosSampleAsset.original]
  /// The content of the original; nil for an asset without one.
  package var original: [UInt8]?

  /// - Parameter created: seconds since 2001.
  package init(
    uuid: String, kind: Int64 = 0, filename: String, created: Double,
    _ columns: [String: ColumnValue] = [:]
  ) {
    self.uuid = uuid
    let isVideo = kind == 1
    let suffix = isVideo ? "mov" : "jpeg"
    self.columns = [
      "ZUUID": .text(uuid), "ZKIND": .integer(kind), "ZKINDSUBTYPE": 0,
      "ZDATECREATED": .real(created), "ZADDEDDATE": .real(created + 60),
      "ZMODIFICATIONDATE": .real(created + 120), "ZDIRECTORY": .text(String(uuid.prefix(1))),
      "ZFILENAME": .text("\(uuid).\(suffix)"), "ZFAVORITE": 0, "ZHIDDEN": 0, "ZTRASHEDSTATE": 0,
      "ZVISIBILITYSTATE": 0, "ZWIDTH": 4032, "ZHEIGHT": 3024, "ZORIENTATION": 1,
      "ZDURATION": isVideo ? 4.5 : 0.0,
      "ZPLAYBACKSTYLE": isVideo ? 4 : 1, "ZSAVEDASSETTYPE": 3, "ZLATITUDE": -180.0,
      "ZLONGITUDE": -180.0, "ZAVALANCHEPICKTYPE": 0, "ZCOMPLETE": 1,
      "ZUNIFORMTYPEIDENTIFIER": isVideo ? "com.apple.quicktime-movie" : "public.jpeg",
    ].merging(columns) { $1 }
    details = [
      "ZORIGINALFILENAME": .text(filename), "ZTIMEZONEOFFSET": 7200, "ZORIGINALFILESIZE": 1_000_000,
      "ZORIGINALORIENTATION": 1, "ZCAMERACAPTUREDEVICE": 0,
    ]
  }

  /// The original's file, on this computer.
  package static let original: [String: ColumnValue] = [
    "ZRESOURCETYPE": 0, "ZVERSION": 0, "ZDATASTORECLASSID": 0, "ZDATASTORESUBTYPE": 1,
    "ZLOCALAVAILABILITY": 1, "ZREMOTEAVAILABILITY": 0,
  ]

  /// The RAW half of a pair.
  package static let raw: [String: ColumnValue] = [
    "ZRESOURCETYPE": 4, "ZVERSION": 0, "ZDATASTORECLASSID": 0, "ZDATASTORESUBTYPE": 17,
    "ZLOCALAVAILABILITY": 1, "ZREMOTEAVAILABILITY": 0,
  ]
}
