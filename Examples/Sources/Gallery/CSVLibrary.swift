import Foundation
import Pipeline

/// A catalogue in a CSV file: path, title, date and keywords.
///
/// Paths begin at the folder of the file, keywords are separated by semicolons, and each keyword is an
/// album.
public struct CSVLibrary: Library {
  public static let kind = LibraryKind(
    name: "csv", summary: "a catalogue in a CSV file: path, title, date, keywords"
  ) { $0.pathExtension == "csv" }

  private struct Entry {
    let path: String
    let title: String?
    let date: Instant?
    let keywords: [String]
  }

  private let folder: String
  private let files: AssetFiles
  private let entries: [Entry]

  public init(opening place: LibraryPlace, for run: RunContext) throws {
    guard let text = try? String(contentsOfFile: place.path, encoding: .utf8) else {
      throw LibraryProblem(place, "can't be read as UTF-8")
    }
    do {
      entries = try Self.entries(of: CSVTable(text))
    } catch {
      throw LibraryProblem(place, error.reason)
    }
    folder = URL(fileURLWithPath: place.path).deletingLastPathComponent().path
    files = run.files(of: place)
  }

  private static func entries(of table: CSVTable) throws(CSVProblem) -> [Entry] {
    guard table.columns.contains("path") else { throw CSVProblem("has no column \"path\"") }
    var entries: [Entry] = []
    for row in table.rows {
      guard let path = row["path"] else { throw CSVProblem("line \(row.line) names no path") }
      let date = row["date"].flatMap { Instant($0) }
      if let text = row["date"], date == nil {
        throw CSVProblem("line \(row.line): \"\(text)\" is no date such as 2015-09-27T21:29:28Z")
      }
      let keywords = row["keywords"]?.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      entries.append(
        Entry(path: path, title: row["title"], date: date, keywords: keywords ?? []))
    }
    return entries
  }

  public func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(entries.map(asset), leaving: fetch.predicate)
  }

  /// Returns the asset of an entry; fields that the catalogue lacks are read from the picture.
  private func asset(_ entry: Entry) -> Asset {
    var values: [Field: FieldValue] = [.keywords: .texts(entry.keywords)]
    if let title = entry.title { values[.title] = .string(title) }
    if let date = entry.date {
      values[.creationDate] = .date(date)
      values[.creationDateSource] = .absent
    }
    let path = entry.path.hasPrefix("/") ? entry.path : "\(folder)/\(entry.path)"
    return files.asset(path, identifier: entry.path, values: values)
  }

  public var albums: [Album] {
    Set(entries.flatMap(\.keywords)).sorted().map { keyword in
      let members = entries.filter { $0.keywords.contains(keyword) }
      return Album(
        identifier: "keyword:\(keyword)", title: keyword, members: members.map(\.path))
    }
  }

  public var findings: [String] { ["a CSV file that lists \(entries.count) pictures"] }
}
