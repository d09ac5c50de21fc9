import Decoding
import Platform
import Testing

@testable import Pipeline

/// The texts on a page of a contact sheet.
@Suite struct SheetPageTests {
  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"), ("\"' onload=", "&quot;&#39; onload="),
    ("two\nlines\t", "two lines "), ("gpj\u{202E}exe.", "gpj\\u{202e}exe."),
    ("\u{1B}[2J", "\\u{1b}[2J"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("Käse 🧀", "Käse 🧀"), ("\u{0}", "\\u{0}"),
  ])
  func textsOfOthersAreTexts(_ text: String, _ escaped: String) {
    #expect(HTMLText.escaped(text) == escaped)
  }

  private func page(_ number: Int, title: String = "Holiday") -> SheetPage {
    var page = SheetPage(title: title, number: number, side: 200)
    page.add(
      picture: "pictures/00001.jpg", PictureSize(width: 200, height: 150), alternative: "a\"b.jpg",
      caption: "<b>")
    page.add(missing: "no & such", caption: "c.jpg")
    return page
  }

  @Test func everyNameIsEscapedWhereItStands() {
    let html = page(1, title: "</title><script>").html(isLast: true)
    #expect(html.contains("alt=\"a&quot;b.jpg\""))
    #expect(html.contains("width=\"200\" height=\"150\""))
    #expect(html.contains(">&lt;b&gt;</figcaption>"))
    #expect(html.contains(">no &amp; such</p>"))
    #expect(html.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    #expect(!html.contains("<script"))
    #expect(!html.contains("http"))
  }

  @Test func pagesLeadToTheirNeighbours() {
    #expect(!page(1).html(isLast: true).contains("<nav"))
    let first = page(1).html(isLast: false)
    #expect(first.contains("href=\"page-2.html\" rel=\"next\"") && !first.contains("rel=\"prev\""))
    let middle = page(2).html(isLast: false)
    #expect(middle.contains("href=\"index.html\" rel=\"prev\""))
    #expect(middle.contains("href=\"page-3.html\" rel=\"next\""))
    let last = page(3).html(isLast: true)
    #expect(last.contains("href=\"page-2.html\" rel=\"prev\"") && !last.contains("rel=\"next\""))
    #expect(last.contains("<title>Holiday, page 3</title>"))
  }

  @Test func aPageWithoutCaptionsHasNone() {
    var page = SheetPage(title: "x", number: 1, side: 50)
    page.add(
      picture: "p.jpg", PictureSize(width: 5, height: 5), alternative: "a.jpg", caption: "")
    #expect(!page.html(isLast: true).contains("<figcaption"))
  }
}
