/// The texts of help topics; some enclose a generated table.
package struct TopicText: Sendable {
  private let tool: String

  /// - Parameter tool: the name that the user types.
  package init(of tool: String) {
    self.tool = tool
  }

  /// The text of `help dates`.
  package var dates: String {
    """
    creationDate is when a picture was taken. creationDateSource says where that comes from, the first \
    of: the sidecar beside the file, the file's own metadata, the name of the file, the time of the file.

    A date without a zone is read by the clock of the place where the photo was taken, if its zone is \
    known, else by this computer's. Records carry UTC, and localDate shows the clock of the place. Days, \
    months and years are whole and are those of that clock.

      filter { creationDate = on("2024-12-31") }
      filter { creationDate = month("2024-12") }
      filter { creationDate = between("2024-01-01", "2024-12-31") }
      filter { creationDate = after("2024-12-31T18:00") }
      filter { creationDate = within("30s") }

    The same on the command line:

      \(tool) find --taken 2024-12
      \(tool) find --creation-date 2024-01-01..2024-06-30
      \(tool) find --within 7d

    A duration is a text such as "30s", "1h30m", "7d" or "2w". A date in the future is never within one. \
    In a function a date has year, month, day, hour, minute, second and weekday (1 is Monday), and \
    date:format("%Y-%m") makes a text of it.

    The option --now sets the moment of a run: a date, -30s, +1h, or seconds since 1970.

    More: docs/guide/dates.md
    """
  }

  /// The text of `help fields` before the table of fields.
  package var fieldsBefore: String {
    "The fields of an asset. Tables of tests name them, functions read them (asset.filename), and records"
      + " have them as members. A field that is not known is absent."
  }

  /// The text of `help fields` after the table of fields.
  package var fieldsAfter: String {
    """
    Stages may add fields. These list the fields of a rule, and those whose names hold a word:

      \(tool) fields --rule recent
      \(tool) fields date

    More: docs/guide/fields.md
    """
  }

  /// The text of `help formats` before the table of formats.
  package var formatsBefore: String {
    "Records are a table on a terminal, and a line of JSON each (ndjson) in a pipe or a file. The option"
      + " --format names another form:"
  }

  /// The text of `help formats` after the table of formats.
  package var formatsAfter: String {
    """
    --fields a,b,c chooses the members and their order. A point leads into an object: location.latitude.

    --template prints a line of your own for each record. Dates take the letters of strftime behind a \
    colon; {title|filename:stem} is the first that is known; {{ and }} are braces.

      \(tool) find --format tsv --fields filename,pixelWidth
      \(tool) find --template '{localDate:%Y-%m} {filename}'
      \(tool) find --format paths0 | xargs -0 ls -l

    The setting format of the configuration names the form on a terminal where no option does. It changes \
    nothing in pipes.

    More: docs/formats.md
    """
  }

  /// The text of `help names`.
  package var names: String {
    """
    A rule is named by a word, a path, a text or standard input:

      \(tool) recent
      \(tool) ./recent.lua
      \(tool) run -e 'return pipeline { source {} }'
      \(tool) run - < recent.lua

    A word means a command, else the rule of your own in ~/.config/\(tool)/rules, else the one that \
    ships. --user and --shipped choose between the two, and \(tool) run NAME means a rule even where a \
    command has the name. A path holds a slash or ends with .lua; the current folder is \
    never searched for a word.

      \(tool) rules
      \(tool) new trip

    The first lists all rules that have names, the second begins one. Options of a rule stand behind its \
    name, and \(tool) recent --help lists them.

    A file name that is not UTF-8 travels in records as pathBytes, in base64; --format paths0 prints its \
    bytes. Names of albums are their titles, their identifiers or names such as smartAlbumScreenshots; \
    \(tool) albums lists them.

    More: docs/guide/names.md
    """
  }

  /// The text of `help offers`.
  package var offers: String {
    """
    The stage notify offers an asset: it asks on the terminal, and the records of what you accept are \
    printed. What you refuse, or don't answer in time, goes no further.

      notify { title = "Send this screenshot?", dismiss = "3s" }

    With dedupe { memory = "recent" } nothing is offered twice, also when a run is killed. Ctrl-C decides \
    nothing: the asset is offered next time. Without a terminal nothing is asked, the records are printed, \
    and stages that act leave those assets alone unless the rule says unattended = true.

      \(tool) ledger list
      \(tool) ledger forget --memory recent

    More: docs/guide/offers.md, docs/ledger.md
    """
  }

  /// The text of `help permission` before the table of capabilities.
  package var permissionBefore: String {
    "A rule reads the libraries and files that you name on the command line, and a rule that ships or is"
      + " your own reads your own library. For anything else it needs your permission: a library that the"
      + " rule names itself, and capabilities, which the rule names in wants:"
  }

  /// The text of `help permission` after the table of capabilities.
  package var permissionAfter: String {
    """
    On a terminal you are asked, once for each rule. Elsewhere the run ends with status 77, and a message \
    has the command that grants it. A decision holds for the rule's text as it is; an edited rule asks \
    again.

      \(tool) auth status ./trips.lua
      \(tool) auth grant ./trips.lua
      \(tool) auth limit ./trips.lua IDENTIFIER ...
      \(tool) auth revoke ./trips.lua
      \(tool) run ./trips.lua --allow exec

    More: docs/permission.md
    """
  }

  /// The text of `help pipes`.
  package var pipes: String {
    """
    Standard output carries records and nothing else. Messages, questions and progress go to standard \
    error. A reader that goes away, such as head -1, ends the run with status 0.

      \(tool) run album --album Holiday | jq -r .path
      \(tool) find --format paths0 | xargs -0 cp -t /media/stick

    source { stdin = true } reads records or paths instead of a library, and so does find --stdin. The \
    first byte decides: { begins records, anything else paths, one a line, or with -0 each up to a NUL.

      \(tool) run a.lua | \(tool) run b.lua
      find . -name '*.jpg' -print0 | \(tool) run pick -0
      find . -name '*.jpg' | \(tool) pick

    The stage exec has a program read and write records within a rule:

      exec { "jq", "-c", "select(.pixelWidth > 1000)" }

    More: docs/guide/pipes.md
    """
  }

  /// The text of `help places`.
  package var places: String {
    """
    location is where a photo was taken, in degrees of WGS 84; south and west are negative.

      filter { location = near(54.19, 7.88, "5km") }
      filter { location = inside(-10, 170, 10, -170) }
      filter { location = absent }

    near takes a latitude, a longitude and a distance along the great circle: "5km", "300m", "2mi". inside \
    takes the southern, western, northern and eastern border, and crosses the date line when the western \
    one is the greater. A photo without a place passes neither. The same on the command line:

      \(tool) find --near 54.19,7.88,5km
      \(tool) find --no-location

    More: docs/guide/dates.md
    """
  }

  /// The text of `help stages` before the table of stages.
  package var stagesBefore: String {
    "A rule is a list of stages. The first is its source; the others may stand in any order and as often"
      + " as you like."
  }

  /// The text of `help stages` after the table of stages.
  package var stagesAfter: String {
    """
    Every stage but the source and exec takes when, a table of tests: the stage is for assets that pass \
    them. This explains one of them, with its options and an example:

      \(tool) stages filter

    More: docs/rules.md, docs/guide/rules.md
    """
  }

  /// The text of `help tests` before the table of tests.
  package var testsBefore: String {
    "A value in a table means equality, a list one of its members. A field that is absent answers no to"
      + " every test. All members of a table have to hold. These words are tests:"
  }

  /// The text of `help tests` after the table of tests.
  package var testsAfter: String {
    """
    any = { {...}, {...} } holds when one of the tables does, none = { {...}, {...} } when none does.

      filter {
        mediaType = { "image", "video" },
        filename = like("IMG_*"),
        any = { { pixelWidth = at_least(4000) }, { duration = at_least("1m") } },
      }

    More: docs/rules.md
    """
  }
}
