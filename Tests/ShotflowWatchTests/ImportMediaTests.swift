#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// Cards that are plugged in while `watch import` waits for them, and cards that are unmounted when
  /// they were imported.
  @Suite(.needs(.ownMounts)) struct ImportMediaTests {
    private let world: ProgramWorld

    /// Functions for scripts: `plug NAME` mounts a card with the files of `cards/NAME` at once, and
    /// `wait_for NAME` waits for a file.
    private static let functions = """
      mount -t tmpfs none /mnt
      wait_for() { until [ -e "$1" ]; do sleep 0.05; done; }
      plug() {
        mkdir -p "/mnt/$1" stage
        mount -t tmpfs /dev/sdz1 stage
        cp -a "cards/$1/." stage
        mount --move stage "/mnt/$1"
      }

      """

    init() throws {
      world = try ProgramWorld()
      try world.directory.makeFolder("home/Pictures")
      try picture("CANON_DC/DCIM/100/A.png", seed: 1)
      try picture("CANON_DC/DCIM/100/B.png", seed: 2)
      try picture("NIKON/DCIM/C.png", seed: 3)
    }

    private func picture(_ path: String, seed: UInt64) throws {
      try world.directory.write(ProgramWorld.png(seed), to: "cards/\(path)")
    }

    private var library: [String] {
      world.names(in: "home/Pictures").filter { $0.hasSuffix(".png") }.map {
        ($0 as NSString).lastPathComponent
      }.sorted()
    }

    private func script(_ text: String) async throws -> ProgramResult {
      try await world.shellWithMounts(Self.functions + text)
    }

    /// A watch on a terminal, in which `events` happen at the side.
    private func waiting(while events: String) throws -> RunningProgram {
      let text = """
        \(Self.functions)
        (\(events)) < /dev/null > events 2>&1 &
        exec "$shotflow" watch import --library home/Pictures --notifier terminal
        """
      var program = RunProgram(
        "/usr/bin/unshare", ["-rm", "sh", "-c", text],
        environment: world.environment, workingFolder: world.directory.path,
        terminal: Terminal(columns: 120, showsOutput: false))
      program.environment["shotflow"] = Products.shotflow
      program.environment["PATH"] = "/usr/bin:/bin"
      return try program.start()
    }

    private func happen(_ event: String) throws { try world.directory.write("", to: event) }

    // MARK: - A watch

    @Test func aCardIsOfferedAndImported() async throws {
      let watch = try waiting(while: "wait_for first; plug CANON_DC; wait_for second; plug NIKON")
      #expect(await watch.showed("waiting for cards and phones"))
      try happen("first")
      #expect(await watch.showed("2 new pictures on CANON_DC: import?"))
      #expect(library == [])
      watch.send("\r")
      #expect(await watch.showed("imported 2 pictures"))
      #expect(library == ["A.png", "B.png"])
      // The first card is still there, and is not offered again.
      try happen("second")
      #expect(await watch.showed("1 new picture on NIKON: import?"))
      watch.send("\r")
      #expect(await watch.showed("imported 1 picture "))
      #expect(await watch.end(by: SIGTERM).status == .exited(0))
      #expect(library == ["A.png", "B.png", "C.png"])
    }

    @Test func aRefusedCardIsOfferedAgainWhenItIsBack() async throws {
      let watch = try waiting(
        while: """
          plug CANON_DC; wait_for out; umount /mnt/CANON_DC
          wait_for in; rm cards/*/*/*/B.png; plug CANON_DC
          """)
      #expect(await watch.showed("2 new pictures on CANON_DC: import?"))
      watch.send("\u{1B}")
      #expect(await watch.showed("\"CANON_DC\" was left as it is"))
      try happen("out")
      try happen("in")
      #expect(await watch.showed("1 new picture on CANON_DC: import?"))
      #expect(library == [])
      #expect(await watch.end(by: SIGTERM).status == .exited(0))
      #expect(library == [])
    }

    @Test func withoutAQuestionItIsImportedAtOnceAndOnlyWhatIsNew() async throws {
      let result = try await script(
        """
        "$shotflow" watch import --library home/Pictures --notifier none 2> err &
        until_said waiting err
        plug CANON_DC; until_said 'imported 2 pictures' err
        unmount /mnt/CANON_DC
        plug CANON_DC; until_said 'nothing is new on "CANON_DC"' err
        kill -TERM $!; wait $!; echo $?; cat err >&2
        """)
      #expect(result.text.hasSuffix("\n0\n") || result.text == "0\n", "\(result.text)")
      #expect(library == ["A.png", "B.png"])
      #expect(result.errorLines.count { $0.contains("imported 2 pictures") } == 1)
    }

    @Test func aCardThatIsThereAtTheStartIsOffered() async throws {
      let result = try await script(
        """
        plug CANON_DC
        "$shotflow" watch import --library home/Pictures --dry-run 2> err &
        until_said import? err
        kill -TERM $!; cat err
        """)
      #expect(result.text.contains("dry run: 2 new pictures on CANON_DC: import?\n"))
      #expect(library == [])
    }

    /// A phone shows its folders when it is unlocked, which no table of mounts tells.
    @Test func picturesThatAppearAfterwardsAreFound() async throws {
      let result = try await script(
        """
        "$shotflow" watch import --library home/Pictures --notifier none 2> err &
        until_said waiting err
        mkdir -p /mnt/PHONE; mount -t tmpfs /dev/sdz2 /mnt/PHONE
        plug CANON_DC; until_said 'imported 2 pictures' err
        cp -a cards/NIKON/DCIM /mnt/PHONE/new; mv /mnt/PHONE/new /mnt/PHONE/DCIM
        until_said 'imported 1 picture ' err
        kill -TERM $!; wait $!; echo $?
        """)
      #expect(result.text.hasSuffix("0\n"), "\(result.text)\(result.errorText)")
      #expect(library == ["A.png", "B.png", "C.png"])
    }

    @Test func itIsWatchedByItself() async throws {
      let result = try await world.run("watch", "recent", "import", "--library", world.library)
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains("import waits for cards and phones"))
    }

    // MARK: - Formatting

    /// Only copies that are on another disk outlive the card.
    @Test func aCardCanBeFormattedIfAllCopiesAreElsewhere() async throws {
      let result = try await script(
        """
        plug CANON_DC
        mkdir elsewhere; mount -t tmpfs none elsewhere; cp -a cards/NIKON/. elsewhere
        mkdir /mnt/CANON_DC/Linked; ln -s /mnt/CANON_DC/Linked link
        for words in "/mnt/CANON_DC --library home/Pictures" "elsewhere --library home/Pictures" \
          "/mnt/CANON_DC/DCIM --library home/New" "/mnt/CANON_DC --library link" \
          "/mnt/CANON_DC/DCIM --library /mnt/CANON_DC/Sorted" \
          "/mnt/CANON_DC/DCIM --library home/Other --backup /mnt/CANON_DC/Second"
        do "$shotflow" import $words 2>&1 >/dev/null; done
        """)
      let lines = result.text.split(separator: "\n").map(String.init)
      let undo = "; undo with: shotflow undo"
      #expect(lines.count == 6, "\(lines) \(result.errorText)")
      #expect(lines[0].hasSuffix("; the card can be formatted" + undo), "\(lines)")
      #expect(lines[1].hasSuffix("; the card can be formatted" + undo), "\(lines)")
      #expect(lines[2].contains("; the card can be formatted" + undo), "\(lines)")
      for line in lines[3...4] {
        let end = "; all of it is in the library; the copies are on the card itself" + undo
        #expect(line.hasSuffix(end), "\(line)")
      }
      let end = "; all of it is in the library; the backup is on the card itself" + undo
      #expect(lines[5].hasSuffix(end), "\(lines)")
    }

    /// A folder of the card that is mounted inside of the library is the card, and no copy.
    @Test func aCardThatIsMountedInTheLibraryIsNoCopy() async throws {
      let result = try await script(
        """
        plug CANON_DC
        mkdir home/Pictures/card; mount --bind /mnt/CANON_DC/DCIM home/Pictures/card
        "$shotflow" import /mnt/CANON_DC --library home/Pictures 2>&1 >/dev/null
        umount home/Pictures/card
        """)
      #expect(result.text.contains("imported 2 pictures ("), "\(result.text)\(result.errorText)")
      #expect(library == ["A.png", "B.png"])
    }

    // MARK: - Unmounting

    /// A program in place of udisksctl that notes how it was called, and unmounts as the system does:
    /// not while a file of the card is open.
    private func fakeUnmounting(_ lines: String = "umount /mnt/CANON_DC") throws {
      for name in ["udisksctl", "gio"] {
        let path = try world.directory.write(
          "#!/bin/sh\necho \"\(name) $*\" >> calls\n\(lines)\n", to: "bin/\(name)")
        chmod(path, 0o755)
      }
    }

    private func importing(_ words: String) async throws -> ProgramResult {
      try await script(
        """
        export PATH="$PWD/bin:$PATH"
        plug CANON_DC
        "$shotflow" import /mnt/CANON_DC --library home/Pictures \(words)
        echo $?; ls /mnt/CANON_DC
        """)
    }

    private var calls: [Substring] {
      ((try? world.directory.text(of: "calls")) ?? "").split(separator: "\n")
    }

    @Test func anImportedCardIsUnmounted() async throws {
      try fakeUnmounting()
      let result = try await importing("--eject > out")
      #expect(result.text == "0\n", "\(result.errorText)")
      #expect(result.errorText.contains("\"CANON_DC\" is unmounted; you can take it out\n"))
      #expect(calls == ["udisksctl unmount --no-user-interaction -b /dev/sdz1"])
      #expect(library == ["A.png", "B.png"])
    }

    /// Only its own working folder can be left; that of the shell stays.
    @Test func aCardIsUnmountedFromInside() async throws {
      try fakeUnmounting()
      let result = try await script(
        """
        export PATH="$PWD/bin:$PATH"
        plug CANON_DC
        (cd /mnt/CANON_DC; "$shotflow" import . --library "$OLDPWD/home/Pictures" --eject > /dev/null
        echo $?)
        env -C /mnt/CANON_DC "$shotflow" import . --library "$PWD/home/Pictures" --eject > out
        echo $?; ls /mnt/CANON_DC
        """)
      #expect(result.text == "3\n0\n", "\(result.errorText)")
      #expect(
        result.errorText.contains("; the terminal is in a folder of it: leave that by cd"),
        "\(result.errorText)")
      #expect(library == ["A.png", "B.png"])
    }

    @Test func aCardWithNothingNewIsUnmountedToo() async throws {
      try fakeUnmounting()
      _ = try await importing("> out")
      #expect(calls == [])
      let result = try await importing("--eject > out")
      #expect(result.text == "0\n", "\(result.errorText)")
    }

    @Test func aCardStaysWhereAPictureFailed() async throws {
      try fakeUnmounting()
      try world.directory.write("", to: "cards/CANON_DC/DCIM/100/empty.png")
      let result = try await importing("--eject > out")
      #expect(result.text == "3\nDCIM\n")
      #expect(result.errorText.contains("\"CANON_DC\" stays mounted, as not all went well"))
      #expect(calls == [])
    }

    @Test func theReasonIsToldIfItCannotBeUnmounted() async throws {
      try fakeUnmounting("echo 'target is busy' >&2; exit 1")
      let result = try await importing("--eject > out")
      #expect(result.text == "3\nDCIM\n")
      #expect(
        result.errorText.contains("\"CANON_DC\" stays mounted: udisksctl says: target is busy\n"))
      #expect(calls.map { $0.prefix(4) } == ["udis", "gio "])
    }

    @Test func aDryRunUnmountsNothing() async throws {
      try fakeUnmounting()
      let result = try await importing("--eject --dry-run > out")
      #expect(result.text == "0\nDCIM\n")
      #expect(result.errorText.contains("dry run: unmount \"/mnt/CANON_DC\""))
      #expect(calls == [])
    }

    @Test func aFolderOfTheComputerIsNoCard() async throws {
      try fakeUnmounting()
      let result = try await script(
        """
        export PATH="$PWD/bin:$PATH"
        "$shotflow" import cards --library home/Pictures --eject > out; echo $?
        """)
      #expect(result.text == "0\n")
      #expect(result.errorText.contains("no picture was on a card or phone, so none is unmounted"))
      #expect(calls == [])
    }
  }
#endif
