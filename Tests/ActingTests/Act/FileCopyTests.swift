import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct FileCopyTests {
  @Test(arguments: [
    "sorted", "sorted/", "{localDate:%Y}/{filename}", "~/sorted/{title}", "/srv/{mediaType}/",
    "{{x}}/{filename}", "{location.latitude}/",
  ])
  func takesTheseAsAPlace(_ place: String) {
    #expect(ActProblems.of("copy", ["to": .text(place)]) == [])
  }

  @Test(arguments: [
    ("{localDate:%Q}", "in to, a date has no \"%Q\""),
    ("{filename:%Y}", "in to, \"filename\" is not a date"),
    ("{filenam}", "in to, there is no field called \"filenam\""),
    ("a/../b/{filename}", "to leads out of its folder by \"..\"; name the folder"),
    ("..", "to leads out of its folder by \"..\"; name the folder"),
    ("a\u{1}b/", "to has control characters"),
    ("{filename", "in to, a \"{\" is not closed"),
    ("", "to names no place"),
    ("/{filename}x}", "in to, a \"}\" closes nothing"),
  ])
  func refusesThese(_ place: String, _ problem: String) {
    let problems = ActProblems.of("copy", ["to": .text(place)])
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
  }

  @Test func namesItsPlace() {
    #expect(
      ActProblems.of("copy")
        == [
          "copy names the place where files go, such as copy { to = \"{localDate:%Y}/{filename}\" }"
        ])
    #expect(ActProblems.of("copy", ["to": 5]) == ["to takes a text, not 5"])
  }

  @Test func needsAPermissionOutsideOfTheOutputFolder() throws {
    #expect(try ActProblems.plan("copy", ["to": "a/{filename}"]).needs == [])
    for place in ["/srv/a", "~/a", "~"] {
      let needs = try ActProblems.plan("copy", ["to": .text(place)]).needs
      #expect(needs.map(\.capability) == [.write])
      #expect(needs.map(\.action) == ["copy files to \"\(place)\""])
    }
  }
}
