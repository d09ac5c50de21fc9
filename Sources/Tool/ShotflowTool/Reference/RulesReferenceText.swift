internal import LuaBridge
internal import Pipeline
package import Sessions

/// The texts of docs/rules.md between the tables.
package struct RulesReferenceText {
  private let tool: Tool

  package init(_ tool: Tool) {
    self.tool = tool
  }

  private static let letters = SandboxGlobals.formatLetters.map { "`%\($0)`" }
    .joined(separator: ", ")

  private static let capabilities = Capability.allCases
    .map { "`\($0.rawValue)` (to \($0.summary))" }.joined(separator: ", ")

  /// The text at the start of docs/rules.md, which introduces rules.
  package var opening: String {
    """
    # Rules

    <!-- Printed by `\(tool.name) reference rules`; change the descriptions in the sources instead. -->

    A rule is a Lua 5.4 file that returns a pipeline: a list of stages, in order. The first is its
    source. Everything else may stand anywhere and as often as you like. A rule is loaded and
    checked before anything runs; `\(tool.name) check` does only that, and `\(tool.name) explain` shows
    the plan.

    ```lua
    return pipeline {
      about = "A sentence for the rule's help.",
      source { album = "smartAlbumScreenshots" },
      filter { mediaType = "image", limit = 10 },
    }
    ```

    `next = pipeline { … }` in a pipeline is one that runs behind it, on the same libraries, as
    `rules/browser.lua` has it.

    A rule that names a library itself, or needs something besides, says why in `wants`: the person
    is asked before it runs, and sees these texts. Names are those of capabilities, \(Self.capabilities).

    ```lua
    return pipeline {
      about = "Shows the trips of this year.",
      wants = { "the newest of each trip", references = "some trips are on another disk" },
      source { library = "~/Pictures/Trips" },
    }
    ```

    """
  }

  /// The text on the options of rules.
  package static let options = """
    ## Options of a rule

    `options` declares what the command line may set. Each member is a default value, or a list of
    the default value and a text of help. The name `minWidth` or `min_width` becomes `--min-width`.
    The default says what kind of option it is. A third part lists the texts that the option, or
    each member of a list, may be, or bounds a number: `at_least(0)`, `at_most(9)` or
    `between(1, 9)`; `"folder"` says that a text names a folder, which begins at the working folder
    if it is typed as a relative path. On the command line commas separate the members of a list (`\\,` is a comma in
    a text), and an option that is repeated adds to it. The rule reads the values from what
    `options` returns; a duration is a number of seconds there.

    `required("help")` declares an option that has no default: a run without it is refused. It is a
    text, or one of the kinds below, `required("how many", "number")`, or one of several texts,
    `required("which", { "image", "video" })`.

    `selection = true` declares no option of that name, but gives the rule those with which `find`
    selects assets: they become a `filter` behind its `source`; `--sort`, `--offset` and `--limit`
    one behind the stages that choose, in front of those that act. `filter { takes = "selection" }`
    and `filter { takes = "results" }` name other places. No option of a rule may have the name of
    one that every run has or that selects.

    ```lua
    local o = options {
      window = { "30s", "how recent" },
      minWidth = { 1000, "how many pixels across", at_least(0) },
      loud = false,
      kinds = { { "image" }, "what is wanted", { "image", "video" } },
      name = required("the name of the trip"),
    }

    return pipeline {
      source { album = o.name },
      filter { mediaType = o.kinds },
      filter { creationDate = within(o.window), pixelWidth = at_least(o.minWidth) },
    }
    ```

    """

  /// The text before the stages.
  package static let stages = """
    ## Stages

    Every stage but the source takes `when`, a table of tests: the stage is for the
    assets that pass them, and all others pass it by.

    ```lua
    load { when = { mediaType = "image" }, size = { 150, 150 } },
    load { when = { mediaType = "video" }, file = "reference" },
    ```

    """

  /// The text on the values of tests.
  package static let values = """
    ## Values

    A table of fields is a question about an asset. All its members have to hold.

    - A value means equality, a list means one of its members; the members may be tests. Both ends of a
      range are `between`, or two filters: nearly every date passes `{ after(a), before(b) }`.
    - `any = { {…}, {…} }` holds when one of the tables does, `none = { {…}, {…} }` when none does.
    - An absent field answers no to every test, so `none` of a test of it holds.
    - A field that is a list is tested by its members: it holds when it holds for one of them.
    - Texts compare as the same characters, however they are composed (NFC). Capitals count, unless the
      text is `ignoringCase("…")`, also within `like` and `has`. It is for names and for texts that people
      typed, not for identifiers, paths, hashes or words of a list. Letters are compared by Unicode's
      simple case folding, so `"Σ"` is `"σ"`, and `"ß"` is not `"ss"`.
    - A date is a text such as `"2024-12-31"`, `"2024-12-31T18:00"` or
      `"2024-12-31T18:00:00+01:00"`, or a number of seconds since 1970. One without a zone is what the
      clock showed where the photo was taken, if its zone is known, and else the clock of this
      computer; so it is for `creationDate`, and for all other dates it is this computer's clock.
    - A day is a whole one: `before("2024-12-31")` ends with the 30th, `after` begins with the first of
      January, `between("2024-01-01", "2024-12-31")` has all of the 31st, and
      `creationDate = "2024-12-31"` means any time on it.
    - A place is tested with `near` and `inside`; degrees are those of WGS 84, south and west negative.
    - A duration is a text such as `"30s"`, `"1h30m"`, `"500ms"`, `"7d"` or `"2w"`, or a number of
      seconds.

    ```lua
    filter {
      mediaType = { "image", "video" },
      creationDate = between("2024-01-01", "2024-12-31"),
      location = near(54.19, 7.88, "5km"),
      any = { { pixelWidth = at_least(4000) }, { duration = at_least("1m") } },
      none = { { filename = like("*.tmp") }, { mediaSubtypes = "photoScreenshot" } },
    }
    ```

    """

  /// The text before the table of tests.
  package static let tests = """
    ## Tests

    ```lua
    filter { creationDate = within("30s"), filename = like("IMG_*"), location = present },
    filter { creationDate = month("2015-05"), location = near(54.19, 7.88, "5km") },
    filter { creationDate = { on("2015-12-24"), on("2015-12-25") } },
    filter { location = inside(-10, 170, 10, -170) },
    filter { filename = like(ignoringCase("img_*")), title = has(ignoringCase("beach")) },
    ```

    """

  /// The text before the table of albums.
  package static let albums = """
    ## Albums

    `source { album = … }` takes one of these names, the path of a sub-folder from the library's
    root, or the name of a sub-folder if only one is called so. `source { albums = { … } }` takes any
    of them and gives albums instead of assets, in that order; the filters behind it choose among
    the assets of each album, and the first that is left is its cover. `shotflow albums` lists them all.

    """

  /// The text before the table of fields.
  package static let fields = """
    ## Fields

    Names are PhotoKit's. The facet says how deep shotflow has to look: `entry` costs nothing, `stat`
    a system call, `header` mostly the file's first 8 KiB, `descriptive` what people typed into the
    file, `metadata` a question to the decoder process, `digest` all of the file. `findings` is what
    the rule's own stages found out.

    `exif`, `xmp` and `iptc` can only be tested for `present` and `absent` in a table; a function reads
    their members: `asset.exif.FNumber`, `asset.xmp["dc:subject"]`. They are in a record when
    something loads them, or when it came with them.

    """

  /// The text on fields that stages add.
  package var addedFields: String {
    """
    ### Added fields

    Stages may add fields. Later stages test, read and sort by them like all others, and the record
    carries them. `\(tool.name) fields RULE` lists those of a rule, `\(tool.name) explain` says which
    stage adds which. A rule adds at most \(Field.mostAdded).

    `notify` adds `prompt`, an object. A table tests its members, a function reads them, and an order names
    them: `filter { prompt = { outcome = "accepted" } }`, `asset.prompt.outcome`, `sortedBy =
    "prompt.outcome"`.

    A function of `classify` may return a text, a number, `true`, `false` or a list of texts:

    ```lua
    classify {
      mood = function(asset) return (asset.description or ""):match("#(%w+)") end,
      megapixels = function(asset) return (asset.pixelWidth or 0) * (asset.pixelHeight or 0) / 1e6 end,
    },
    filter { mood = { "happy", "glad" }, megapixels = at_least(2), sortedBy = "-megapixels" },
    ```

    - The asset gets the label for whatever is returned but `nil` and `false`.
    - A text, a number or a list of texts is the field's value, and is in the record. A list may be
      empty; then the field is absent.
    - `true` and `false` are values that a test can ask for; in the record the label says as much.
    - `nil` leaves the field as it is: absent, unless the record or an earlier stage had it.
    - A date is a number of seconds in a function, so a field that was made of one is a number:
      `taken = at_least(now - 3600)` tests it; `within`, `on`, `before` and `after` do not.
    - A text has at most 64 KiB, a list at most 1,024 texts and 1 MiB. Anything else that a function
      returns fails its asset.
    - A name that is an added field already keeps the type of that field; a value of another type gives
      the label alone. Seconds become a date.
    - A label that no field can be called, such as `"to print"`, `title` or `image`, is a label alone.

    Members of incoming records are fields when the rule says so, with their types. A member of another
    type is absent.

    ```lua
    source { stdin = true, fields = { mood = "text", score = "number" } },
    filter { mood = present, sortedBy = "-score" },
    ```

    An asset that lacks an added field answers no to every test of it. Where the values of one field are
    of several types, they are sorted by type: `false`, `true`, numbers, texts; a list goes by its first
    text. The name of a field is a letter, then letters, digits and `_`, at most 40 in all.

    The types that a rule can declare:

    """
  }

  /// The text on functions of rules.
  package var functions: String {
    """
    ## Functions

    A function gets an asset and answers yes (anything but `nil` and `false`) or no. Fields are read
    when they are asked for. Texts are strings, numbers are numbers, dates are seconds since 1970,
    lists are tables, a location is a table with `latitude`, `longitude` and perhaps `altitude`,
    metadata are tables by name; what is absent is `nil`. The asset can't be changed, and is valid
    only during the call. A function that fails drops the asset; the failure is told, once for all
    assets that have the same, and the run goes on. Reading a field that does not exist ends the run;
    `check` finds it before, and so it does names that nothing defines.

    ```lua
    filter(function(asset)
      return asset.duration == nil or asset.duration < 60
    end)
    ```

    A date knows the calendar, too: `year`, `month`, `day`, `hour`, `minute`, `second`, `weekday` (1 is
    Monday, 7 Sunday) and `:format("%Y-%m")`. `asset.creationDate` is read by the clock of the place
    where the photo was taken, if its zone is known; all other dates and numbers by this computer's. A
    date compares with a text as in a test: `asset.creationDate < "2024-12-31"`. The letters of a format
    are those of strftime, in English: \(Self.letters).

    ```lua
    classify { month = function(asset) return asset.creationDate:format("%Y-%m") end },
    filter(function(asset) return asset.creationDate.weekday > 5 and asset.creationDate.hour < 12 end),
    ```

    A rule has these functions of Lua: `assert`, `error`, `ipairs`, `next`, `pairs`, `pcall`,
    `print`, `require`, `select`, `setmetatable`, `tonumber`, `tostring`, `type`, `xpcall`, and the
    libraries `math`, `string`, `table` and `utf8`. `now` is the moment of the run in seconds since
    1970. `print` writes to standard error. `require "names.of.folders"` loads a Lua file beneath the
    folder of the rule or a plugin folder (`$SHOTFLOW_PLUGINS`, `$XDG_CONFIG_HOME/\(tool.folder)/plugins`);
    it may give a list of stages. `stage { … }` declares a stage of your own, and `use "name"` lets the rule
    call one by its name: [plugins](plugins.md). `pairs` has a fixed order, and `table.sort` keeps that of equals.
    Globals are made while the rule is loaded; those that are there from the start can't be replaced.

    A rule may use up 10 million instructions, 64 MiB and 2 seconds while it is loaded, and 50
    million, 64 MiB and 1 second in one call of a function. Time is what it uses of the processor; by
    the clock it may be four times as long.

    """
  }

  /// The text before the table of libraries.
  package var libraries: String {
    """
    ## Libraries

    `\(tool.name) run --library` names a library, or the rule does. These kinds are recognised, the first
    that fits:

    """
  }

  /// The text before the table of notifiers.
  package var notifiers: String {
    """
    ## Notifiers

    `notify` asks on the terminal where there is one. `\(tool.name) run --notifier` names another:

    """
  }
}
