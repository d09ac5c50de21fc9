import Foundation
import ProgramSupport
import TestSupport
import Testing

extension MessyHomeTests {
  /// Acts on such a home, each tried without effect, done, done again and taken back.
  @Suite struct Acts {
    private static let acts = [
      (#"organise "Camera card" --to ~/Sorted"#, "UTC"),
      ("organise ~ --screenshots --to '~/Shots/{localDate:%Y-%m}'", "America/New_York"),
      ("organise ~ --copy --to ~/Pictures/../Sorted/", "Asia/Kathmandu"),
      ("organise Downloads --in '!Downloads/takeout*' --to ~/Pictures/Sorted", "UTC"),
      ("rename ~/Documents/Scans --to '{localDate:%Y-%m-%d}_{n:03}'", "Asia/Kathmandu"),
      ("rename ~ --to '{filename:stem:slug}'", "America/New_York"),
      (#"duplicates ~ --keep-in "Camera card" --trash"#, "UTC"),
      ("duplicates Phone Downloads --keep-in ~/Phone/ --move-to Doubles", "UTC"),
      ("similar Phone --move-to ~/Alike", "UTC"),
      ("damaged ~ --move-to './Broken files'", "UTC"),
      ("export ~ --rating 4.. --to ~/Web", "UTC"),
      ("export ~/Downloads/takeout* --by-album --to ~/Albums", "UTC"),
      ("find Pictures -name '*rich.jpg' -print0 | shotflow organise -0 - --to ~/One", "UTC"),
    ]

    @Test(arguments: acts)
    func isDoneOnceAndTakenBack(words: String, zone: String) async throws {
      let world = try await SharedHome.copy()
      let line = words.hasPrefix("find ") ? words : "shotflow \(words)"
      let home = world.path("home")
      let variables = ["TZ": zone]
      let before = FolderState(home)
      let kept = try await RunProgram("/bin/cp", ["-Rp", home, world.path("before")]).result()
      try #require(kept.status == .exited(0))

      let tried = try await world.type("\(line) --dry-run", variables)
      #expect(tried.errorText.contains("dry run"), "\(tried.errorText)")
      #expect(FolderState(home).changes(since: before) == [])

      let done = try await world.type(line, variables)
      #expect(done.errorText.contains("undo with: shotflow undo"), "\(done.errorText)")
      let after = FolderState(home)
      #expect(after != before)
      let again = try await world.type(line, variables)
      #expect(!again.errorText.contains("undo with"), "\(again.errorText)")
      #expect(FolderState(home).changes(since: after) == [])

      _ = try await world.type("shotflow undo", variables)
      let differences = try await world.shell("diff -r -x .local before home").result()
      #expect(differences.text == "")
      let changes = FolderState(home).contentChanges(since: before)
      #expect(changes.filter { !$0.hasPrefix(".local") } == [])
    }

    @Test func filesOfARunAreTakenBackByName() async throws {
      let world = try await SharedHome.copy()
      _ = try await world.type("shotflow damaged Backup --move-to ~/Broken")
      let one = try await world.type("shotflow undo f0001236.jpg")
      #expect(one.lines.count == 1)
      #expect(world.names(in: "home/Backup/recovered").contains("f0001236.jpg"))
      let list = try await world.type("shotflow undo --list --format table")
      #expect(list.lines.allSatisfy { $0.count <= 80 }, "\(list.text)")
      let rest = try await world.type("shotflow undo")
      #expect(rest.lines.count == 2, "\(rest.text)")
    }

    /// The line of a timer, which prints nothing when nothing fails.
    @Test func everyEveningIsQuiet() async throws {
      let world = try await SharedHome.copy()
      let line =
        "env -i HOME=\"$HOME\" \"$(command -v shotflow)\" organise ~/Downloads --to ~/Pictures/Sorted --quiet > /dev/null"
      for evening in 1...2 {
        let result = try await world.type(line)
        #expect(result.errorText == "", "\(evening)")
      }
      #expect(world.names(in: "home/Pictures/Sorted").contains { $0.hasSuffix("logo.jpg") })
    }

    @Test(.needs(.unprivilegedUser)) func anOrdinaryUserActs() async throws {
      let world = try await SharedHome.copy()
      let rule = try world.rule(
        """
        return pipeline {
          wants = { write = "to sort" }, source {}, move { to = "~/Sorted/{localDate:%Y}/" },
        }
        """)
      if geteuid() == 0 {
        let owned = try await RunProgram(
          "/bin/chown", ["-R", "65534:65534", world.directory.path]
        ).result()
        try #require(owned.status == .exited(0))
      }
      let before = FolderState(world.path("home"))
      let moved = try await world.runUnprivileged(
        "run", rule, "-l", "home/Camera card", "--allow", "write")
      #expect(moved.status == .exited(0), "\(moved.errorText)")
      #expect(moved.errorText.contains("moved 36 files"), "\(moved.errorText)")
      let undone = try await world.runUnprivileged("undo")
      #expect(undone.status == .exited(0), "\(undone.errorText)")
      #expect(FolderState(world.path("home")).contentChanges(since: before) == [])
    }

    @Test func messagesBeginAtAHomeThatIsALink() async throws {
      let world = try await SharedHome.copy()
      try FileManager.default.createSymbolicLink(
        atPath: world.path("link"), withDestinationPath: "home")
      let home = ["HOME": world.path("link")]
      let moved = try await world.type("shotflow organise iPhone --to ~/Sorted", home)
      #expect(moved.errorText.contains(" to ~/Sorted/2023/07;"), "\(moved.errorText)")
      #expect(world.names(in: "home/Sorted/2023/07").contains("IMG_0101.HEIC"))
      let undone = try await world.type("shotflow undo ~/Sorted", home)
      #expect(undone.errorText.contains(" to ~/iPhone/DCIM/100APPLE"), "\(undone.errorText)")
      #expect(world.names(in: "home/iPhone/DCIM/100APPLE").contains("IMG_0101.HEIC"))
    }

    @Test func aLivePhotoIsCopiedWithoutAMovieThatIsNotHere() async throws {
      let world = try await SharedHome.copy()
      let line = "shotflow export 'Pictures/Photos Library.photoslibrary' --to ~/Copies"
      let copied = try await world.type(line)
      #expect(world.names(in: "home/Copies").contains("IMG_5.HEIC"))
      #expect(
        copied.errorText.contains("export took 1 asset (IMG_5.HEIC) without the movie"),
        "\(copied.errorText)")
    }

    /// The frames of a burst keep the names that the same template gave them.
    @Test func aBurstIsRenamedOnce() async throws {
      let world = try await SharedHome.copy()
      for name in ["{filename:stem:slug}", "x{n}"] {
        _ = try await world.type("shotflow rename Phone/DCIM --to '\(name)'")
        let again = try await world.type("shotflow rename Phone/DCIM --to '\(name)'")
        #expect(again.errorText == "shotflow: 19 files were in place\n", "\(name)")
      }
      let names = world.names(in: "home/Phone/DCIM/Camera")
      #expect(names.count { $0.contains("_BURST00") } == 5, "\(names)")
    }

    @Test func aTouchedFileIsNoArrival() async throws {
      let world = try await SharedHome.copy()
      try world.directory.write("return pipeline { source {} }", to: "home/arrivals.lua")
      let watch = try await world.program(["watch", "home/arrivals.lua", "home/Pictures"])
        .startWatching()
      _ = try await world.type("touch Pictures/-rf.jpg Pictures/2021/*/DSC_0411.JPG")
      try world.picture("new.png", in: "home/Pictures")
      #expect(await watch.printed("new.png"))
      #expect(try await watch.end(by: SIGINT).records().compactMap(\.filename) == ["new.png"])
    }
  }
}
