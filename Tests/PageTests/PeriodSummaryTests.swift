import Platform
import Testing

@testable import Page

@Suite struct PeriodSummaryTests {
  private func summary(_ records: String...) throws -> PeriodSummary {
    var summary = PeriodSummary()
    for record in records {
      try Array(record.utf8).withUnsafeBytes { text in
        summary.add(try JSONElement(checking: text, deepest: FeedLine.deepest))
      }
    }
    return summary
  }

  @Test func theDaysAreThoseOfTheClockOfThePlace() throws {
    let summary = try summary(
      #"{"localDate":"2023-08-01T00:30:00.000+02:00","creationDate":"2023-07-31T22:30:00.000Z"}"#,
      #"{"creationDate":"2023-07-03T10:00:00.000Z"}"#, "{}")
    #expect(summary.days == ["2023-08-01", "2023-07-03"])
  }

  @Test func thePlaceIsTheNarrowestThatMostShare() throws {
    let most = try summary(
      #"{"placeName":["Long Market","Gdansk","Poland"]}"#,
      #"{"placeName":["Oliwa","Gdansk","Poland"]}"#, "{}")
    #expect(most.place == "Gdansk")
    let half = try summary(#"{"placeName":["Gdansk"]}"#, #"{"placeName":["Sopot"]}"#)
    #expect(half.place == nil)
  }

  @Test func anAlbumIsNamedWhereNoPlaceIs() throws {
    let albums = #"{"albumPaths":["Trips/Baltic Sea"],"folderPath":["2023","07"]}"#
    #expect(try summary(albums, albums).place == "Baltic Sea")
    let places = #"{"albumPaths":["Trips/Baltic Sea"],"placeName":["Gdansk"]}"#
    #expect(try summary(places, albums, places).place == "Gdansk")
  }

  @Test(arguments: ["DCIM", "100CANON", "2023-07", "Camera", "Photos from 2023"])
  func aFolderOfACameraOrADateIsNoPlace(_ folder: String) throws {
    #expect(try summary(#"{"folderPath":["Pictures","\#(folder)"]}"#).place == nil)
    #expect(try summary(#"{"folderPath":["\#(folder)","Holiday"]}"#).place == "Holiday")
  }
}
