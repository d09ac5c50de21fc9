internal import Sessions

/// The examples below the help of rules that ship.
enum RuleExamples {
  /// Returns the lines for a rule's help; empty for a rule without examples.
  ///
  /// - Parameter tool: the name that the user types.
  static func lines(of rule: String, for tool: String) -> [String] {
    let lines = (all[rule] ?? []).map(CommandText.parts).flatMap { line, meaning in
      ["  # \(meaning)", "  " + line.replacing("shotflow", with: tool)]
    }
    return lines.isEmpty ? [] : ["", "EXAMPLES:"] + lines
  }

  private static let all = [
    "import": [
      "shotflow import /media/me/CANON_DC  # Copy what is new on a card into the library, in a folder for each day",
      "shotflow import /media/me/CANON_DC --dry-run  # See what is new",
      "shotflow import ~/Downloads/Takeout --to '{localDate:%Y}/{localDate:%m}/{filename}'  # Choose the places in the library",
    ],
    "duplicates": [
      "shotflow duplicates ~/Pictures  # List files with equal content",
      "shotflow duplicates ~/Pictures --move-to ~/Doubles  # Keep the best one of each, and move the others away",
      "shotflow duplicates ~/Pictures ~/Downloads --keep-in ~/Pictures  # See what is there twice in a folder, or in it and the library",
    ],
    "similar": [
      "shotflow similar ~/Pictures --keep largest --trash --dry-run  # See which of the pictures that look alike would go"
    ],
    "organise": [
      "shotflow organise ~/Pictures --to ~/Sorted --copy  # Copy everything into folders by year and month",
      "shotflow organise --videos --to '~/Videos/{localDate:%Y}' --dry-run  # See how videos would be sorted by year",
    ],
    "rename": [
      "shotflow rename ~/Pictures --to '{localDate:%Y-%m-%d_%H%M%S}' --dry-run  # See which names pictures would get by their dates"
    ],
    "export": [
      "shotflow export --rating 5 --to ~/Web --size 1600 --as jpeg --strip-location  # Make smaller copies for the web, without the place",
      "shotflow export --album Holiday --to ~/Holiday  # Copy the originals of an album",
    ],
    "damaged": [
      "shotflow damaged ~/Pictures --move-to ~/Damaged  # Move files away whose start or end shows damage",
      "shotflow damaged ~/Pictures --deep  # Find damage in the middle of pictures, too, by decoding each",
    ],
    "sheet": [
      "shotflow sheet --album Holiday --to ~/sheet --heading Holiday  # Make a contact sheet of an album"
    ],
    "upload": [
      "shotflow upload --screenshots --url https://example.org/inbox/  # Send each screenshot to a server, once"
    ],
  ]
}
