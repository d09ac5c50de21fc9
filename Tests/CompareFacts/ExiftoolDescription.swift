import Foundation

/// The texts that people typed into a file, by exiftool's tags and the Metadata Working Group's guidelines.
struct ExiftoolDescription {
  let fields: [ComparedField: String]

  init(_ tags: ExiftoolTags) {
    let order = Order(tags)
    var fields: [ComparedField: String] = [:]
    fields[.title] =
      order.synced("XMP-dc:Title", "IPTC:ObjectName") ?? order.first("IFD0:XPTitle", Self.titles)
    fields[.caption] =
      order.first("IFD0:ImageDescription")
      ?? order.synced("XMP-dc:Description", "IPTC:Caption-Abstract")
      ?? order.first("IFD0:XPComment", Self.captions)
    fields[.creator] =
      order.first("IFD0:Artist") ?? order.synced("XMP-dc:Creator", "IPTC:By-line")
      ?? order.first("IFD0:XPAuthor", Self.creators)
    fields[.copyright] =
      order.first("IFD0:Copyright") ?? order.synced("XMP-dc:Rights", "IPTC:CopyrightNotice")
      ?? order.first(Self.copyrights)
    let keywords = order.syncedList("XMP-dc:Subject", "IPTC:Keywords")
    let windows = (order.first("IFD0:XPKeywords", "Keys:Keywords", "ItemList:Keyword") ?? "")
      .split { ",;".contains($0) }
    let all = keywords ?? windows.map { $0.trimmingCharacters(in: .whitespaces) }
    fields[.keywords] = all.isEmpty ? nil : Self.unique(all).joined(separator: "|")
    fields[.rating] = order.first("XMP-xmp:Rating", "IFD0:Rating")
    let people = order.people
    fields[.people] = people.isEmpty ? nil : Self.unique(people).sorted().joined(separator: "|")
    self.fields = fields
  }

  private static let titles = ["PNG:Title", "Keys:Title", "ItemList:Title", "UserData:Title"]
  private static let captions = [
    "PNG:Description", "Keys:Description", "ItemList:Description", "UserData:Description",
  ]
  private static let creators = [
    "PNG:Author", "Keys:Author", "Keys:Artist", "ItemList:Artist", "UserData:Author",
    "UserData:Artist",
  ]
  private static let copyrights = [
    "PNG:Copyright", "Keys:Copyright", "ItemList:Copyright", "UserData:Copyright",
  ]

  private static func unique(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The tags of one file, with what decides between XMP and IPTC.
  private struct Order {
    let tags: ExiftoolTags
    /// True if a program changed IPTC without writing the same texts as XMP.
    let isIPTCNewer: Bool

    init(_ tags: ExiftoolTags) {
      self.tags = tags
      let stored = tags.text("Photoshop:IPTCDigest")
      isIPTCNewer = stored != nil && stored != tags.text("File:CurrentIPTCDigest")
    }

    func first(_ name: String, _ others: [String]) -> String? { first([name] + others) }
    func first(_ names: String...) -> String? { first(names) }

    func first(_ names: [String]) -> String? {
      for name in names {
        let texts = list(name)
        if !texts.isEmpty { return texts.joined(separator: "; ") }
      }
      return nil
    }

    func synced(_ xmp: String, _ iptc: String) -> String? {
      isIPTCNewer ? first(iptc, xmp) : first(xmp, iptc)
    }

    func syncedList(_ xmp: String, _ iptc: String) -> [String]? {
      let names = isIPTCNewer ? [iptc, xmp] : [xmp, iptc]
      return names.map(list).first { !$0.isEmpty }
    }

    func list(_ name: String) -> [String] {
      let values = tags.all[name] as? [Any] ?? [tags.all[name]].compactMap(\.self)
      return values.compactMap { value in
        let text = (value as? String) ?? (value as? NSNumber)?.stringValue
        let padding = CharacterSet.whitespacesAndNewlines.union(CharacterSet(["\0"]))
        return text?.trimmingCharacters(in: padding)
      }.filter { !$0.isEmpty }
    }

    /// The names of face regions, then of the people that IPTC has.
    var people: [String] {
      func names(_ tag: String, _ listName: String, _ nameName: String) -> [String] {
        let info = tags.all[tag] as? [String: Any] ?? [:]
        let regions = info[listName] as? [[String: Any]] ?? []
        return regions.filter { $0["Type"] as? String ?? "Face" == "Face" }
          .compactMap { $0[nameName] as? String }.filter { !$0.isEmpty }
      }
      return names("XMP-mwg-rs:RegionInfo", "RegionList", "Name")
        + names("XMP-MP:RegionInfoMP", "Regions", "PersonDisplayName")
        + list("XMP-iptcExt:PersonInImage")
    }
  }
}
