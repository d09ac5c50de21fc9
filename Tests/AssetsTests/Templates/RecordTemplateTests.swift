import Foundation
import Platform
import Testing

@testable import Assets

/// Texts with values of records in braces.
@Suite struct RecordTemplateTests {
  private static let record = #"""
    {"filename":"IMG_1.tar.JPG","path":"/lib/Trips/Rome/IMG_1.JPG","library":"/lib",
    "folderPath":["Trips","Rome"],"albumPaths":["Best/Sea","Rome"],"title":"Ein Tag am Meer!",
    "keywords":["sun","Düne"],"isFavorite":true,"isHidden":false,"rating":0,"pixelWidth":640,
    "localDate":"2015-09-07T21:29:28.000+02:00","location":{"latitude":54.5},"description":"",
    "persons":[]}
    """#

  private func text(_ template: String, of record: String = record) throws -> String {
    let template = try RecordTemplate(template) {
      Field(name: $0) != nil || $0.hasPrefix("location.") || $0 == "description"
    }
    return try Array(record.utf8).withUnsafeBytes { bytes in
      var buffer = ByteBuffer(capacity: 64)
      template.write(try JSONElement(checking: bytes, deepest: 8), into: &buffer)
      return String(decoding: buffer.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("{filename}", "IMG_1.tar.JPG"), ("{{{filename}}}", "{IMG_1.tar.JPG}"), ("a}}b", "a}b"),
    ("{location.latitude}°", "54.5°"), ("{cameraModel}.", "."), ("", ""),
    ("{localDate:%Y-%m}", "2015-09"), ("{localDate:%H:%M}", "21:29"),
    ("{localDate:%Y/%m}", "2015/09"), ("{localDate:%B:lower}", "september"),
    ("{localDate:%A:3:upper}", "MON"), ("{localDate:'%Y|%m'}", "2015|09"),
    ("{filename:stem}", "IMG_1.tar"), ("{filename:ext}", "JPG"), ("{filename:ext:lower}", "jpg"),
    ("{filename:stem:stem:upper}", "IMG_1"), ("{title:1}", "E"),
    ("{title:100}", "Ein Tag am Meer!"),
    ("{title:slug}", "ein-tag-am-meer"), ("{pixelWidth:05}", "00640"), ("{pixelWidth:2}", "64"),
    ("{keywords}", "sun,Düne"), ("{keywords:first}", "sun"), ("{keywords:join ', '}", "sun, Düne"),
    ("{keywords:join +:upper}", "SUN+DÜNE"), ("{keywords:join}", "sunDüne"),
    ("{folder}", "Rome"), ("{album}", "Best/Sea"), ("{album:lower}", "best/sea"),
  ])
  func valuesAreWritten(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(arguments: [
    ("{cameraModel|Unknown}", "Unknown"), ("{cameraModel|title:3}", "Ein"),
    ("{cameraModel|cameraMake|none at all}", "none at all"),
    ("{title|filename}", "Ein Tag am Meer!"),
    ("{cameraModel|'title'}", "title"), ("{cameraModel|'a|b:c}'}", "a|b:c}"),
    ("{cameraModel|''}", ""), ("{cameraModel|}", ""), ("{cameraModel|'it''s'}", "it's"),
    ("{description|no text}", "no text"), ("{persons|nobody}", "nobody"),
    ("{cameraModel|folder}", "Rome"),
  ])
  func theFirstThatIsKnownIsTaken(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test(arguments: [
    ("{isFavorite?best|rest}", "best"), ("{isHidden?best|rest}", "rest"),
    ("{isFavorite?best}", "best"), ("{isHidden?best}", ""), ("{rating?rated|not}", "not"),
    ("{title?title|filename}", "Ein Tag am Meer!"), ("{cameraModel?x|filename:stem:stem}", "IMG_1"),
    ("{description?x|y}", "y"), ("{cameraModel?x|cameraMake|z}", "z"),
    ("{folderPath?in|out}", "in"),
  ])
  func aConditionChooses(_ template: String, _ expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test func aFileAtTheRootIsInTheLibrarysFolder() throws {
    let root = #"{"path":"/home/ann/Photos/a.jpg","library":"/home/ann/Photos"}"#
    #expect(try text("{folder}", of: root) == "Photos")
    #expect(try text("{folder}", of: #"{"path":"/srv/x/a.jpg"}"#) == "x")
    // What a database keeps in folders of its own has none.
    let kept = #"{"path":"/P.photoslibrary/originals/A/a.jpg","library":"/P.photoslibrary"}"#
    #expect(try text("{folder|none}", of: kept) == "none")
  }

  @Test(arguments: [
    "100% {filename}", "50%off", "%20", "%F0%9F", "%%", "WYYYYX", "{'%Y'}", "MM", "a%d8",
  ])
  func otherLettersAreText(_ template: String) throws {
    _ = try text(template)
  }

  private static let wrong: [(String, String, String)] = [
    ("%Y-%m-%d", "did you mean \"{localDate:%Y-%m-%d}\"?", "%Y-%m-%d"),
    ("~/S/%Y/%m/", "did you mean \"{localDate:%Y/%m}\"?", "%Y/%m"),
    ("%d.%m.%Y {filename}", "did you mean \"{localDate:%d.%m.%Y}\"?", "%d.%m.%Y"),
    ("{filename} %F", "did you mean \"{localDate:%F}\"?", "%F"),
    ("{{x}}%Y", "did you mean \"{localDate:%Y}\"?", "%Y"),
    ("YYYY/MM", "did you mean \"{localDate:%Y/%m}\"?", "YYYY/MM"),
    ("a/YYYYMMDD_HHmmss", "did you mean \"{localDate:%Y%m%d_%H%M%S}\"?", "YYYYMMDD_HHmmss"),
    ("DD.MM.YYYY", "did you mean \"{localDate:%d.%m.%Y}\"?", "DD.MM.YYYY"),
    ("{creationDate:YYYY}", "did you mean \"{creationDate:%Y}\"?", "YYYY"),
    ("{creationDate:MM}", "did you mean \"{creationDate:%m}\"?", "MM"),
    ("{title|%Y}", "did you mean \"localDate:%Y\"?", "{title|%Y}"),
    ("x{localDate:%Q}", "a date has no \"%Q\"", "%Q"),
    ("{localDate:%H:%Q:lower}", "a date has no \"%Q\"", "%H:%Q"),
    ("{title:lowr}", "no function is called \"lowr\"; did you mean \"lower\"?", "lowr"),
    ("{title:what}", "there are stem, ext, lower, upper, slug, first, join", "what"),
    ("{title:0}", "no function is called \"0\"", "0"), ("{title:}", "no function", "}"),
    ("a{filename", "a \"{\" is not closed", "{"), ("a}b", "a \"}\" closes nothing", "}"),
    ("{title|'x}", "a ' is not closed", "'"), ("{}", "\"{}\" names no field", "{}"),
    ("{:lower}", "names no field", "{:lower}"), ("{|x}", "names no field", "{|x}"),
    ("{a|{b}}", "write {cameraModel|cameraMake}", "{"),
    ("{localDate:%Y?}", "in front of \"?\" is the name of a field", "{localDate:%Y?}"),
    ("{n:x}", "{n} takes a number of digits", "{n:x}"),
    ("{title|n}", "{n} stands alone", "{title|n}"),
  ]

  @Test(arguments: wrong)
  func whatWasMeantIsSaidAtItsPlace(_ template: String, _ words: String, _ piece: String) {
    let problem = #expect(throws: TemplateProblem.self) { _ = try RecordTemplate(template) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
    #expect(problem?.excerpt.piece == piece)
    #expect(problem?.excerpt.text == template)
  }

  /// Words of programs have braces, of which those that begin with a field are values.
  @Test(arguments: [
    "select(.pixelWidth > 1000)", "{filename, pixelWidth}", "{title: .filename}", "{title:.x}",
    "{\"title\":\"x\"}", "[.[] | {key: \"\\(.title)\"}]", "{}", "{ print $1 }", "/x/{print}",
    "${title}", "${title:-none}", "a{1,3}b", "{a,b}", "%Y-%m", "YYYY", "{{.Title}}", "{n}",
    "{name}",
    "{", "}", "{title", "}}{{",
  ])
  func otherBracesOfAProgramsWordsAreText(_ word: String) throws {
    let template = try RecordTemplate(word, leavingOthers: true)
    #expect(!template.hasValues)
    #expect(template.plainText == word)
  }

  @Test(arguments: [
    ("{title}", "Ein Tag am Meer!"), ("--name={filename:stem}", "--name=IMG_1.tar"),
    ("{{title:1}}", "{E}"), ("{\"a\": {pixelWidth}}", "{\"a\": 640}"), ("$x{rating}{y}", "$x0{y}"),
    ("{cameraModel|none}", "none"), ("{isFavorite?best|rest}", "best"), ("{album}", "Best/Sea"),
    ("{localDate:%Y}", "2015"),
  ])
  func valuesOfAProgramsWordsAreFilledIn(_ word: String, _ expected: String) throws {
    let template = try RecordTemplate(word, leavingOthers: true)
    let text = try Array(Self.record.utf8).withUnsafeBytes {
      try template.completeText(of: try JSONElement(checking: $0, deepest: 8))
    }
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("Zürich", "zurich"), ("Zu\u{308}rich", "zurich"), ("Übersicht ß", "ubersicht-ss"),
    ("Ærøskøbing", "aeroskobing"), ("Łódź, Đà Nẵng", "lodz-da-nang"), ("Ελλάς", "ellas"),
    ("Щёлково й Объект", "shchyolkovo-y-obekt"), ("Їжак", "yizhak"), ("家族 2", "家族-2"),
    ("か\u{3099}く", "がく"), ("हिन्दी", "हिन्दी"), ("a_b.c", "a-b-c"),
  ])
  func slugIsPlain(_ title: String, _ expected: String) throws {
    let slug = try text("{title:slug}", of: "{\"title\":\"\(title)\"}")
    #expect(Array(slug.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func namesThatAreNoTextKeepTheirBytes() throws {
    let bytes = Array("IMG_\u{FF}x.JPG".utf8.map { $0 == 0xC3 ? 0xFF : $0 })
    let record = #"{"filename":"x","filenameBytes":"\#(Data(bytes).base64EncodedString())"}"#
    let template = try RecordTemplate("{filename:stem:lower}")
    let found = try Array(record.utf8).withUnsafeBytes {
      template.bytes(of: try JSONElement(checking: $0, deepest: 8))
    }
    #expect(found == Array(bytes.dropLast(4)))
    // A slug is plain in any case.
    let slug = try Array(record.utf8).withUnsafeBytes {
      try RecordTemplate("{filename:slug}").bytes(
        of: try JSONElement(checking: $0, deepest: 8))
    }
    #expect(slug == Array("img-x-jpg".utf8))
  }
}
