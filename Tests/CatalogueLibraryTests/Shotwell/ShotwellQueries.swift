import Files
import Testing

/// The contents of a library, by queries that were written for the tests alone.
struct ShotwellQueries {
  private let connection: SQLiteConnection

  init(_ database: String) throws {
    connection = try SQLiteConnection(path: database)
  }

  func strings(_ sql: String) throws -> [String] {
    var found: [String] = []
    try connection.forEachRow(of: SQLText(sql)) { found.append($0.text(0) ?? "") }
    return found
  }

  /// Everything that is neither in the trash nor hidden.
  var identifiers: [String] {
    get throws {
      try strings(
        """
        SELECT printf('thumb%016x', id) FROM PhotoTable WHERE flags & 5 = 0
        UNION ALL SELECT printf('video-%016x', id) FROM VideoTable WHERE flags & 1 = 0
        """)
    }
  }

  /// Identifiers of events with what is in each and not in the trash; the latest event first.
  var events: [String] {
    get throws {
      try strings(
        """
        SELECT printf('event-%016x %s %d', e.id, coalesce(e.name, ''), sum(m.hidden = 0))
        FROM EventTable e JOIN (
          SELECT event_id, exposure_time, flags & 1 AS hidden FROM PhotoTable WHERE flags & 4 = 0
          UNION ALL SELECT event_id, exposure_time, 0 FROM VideoTable WHERE flags & 1 = 0
        ) m ON m.event_id = e.id
        GROUP BY e.id ORDER BY min(nullif(m.exposure_time, 0)) DESC, e.id
        """)
    }
  }

  /// Identifiers of tags with how much of each is neither in the trash nor hidden.
  var tags: [String] {
    get throws {
      try strings(
        """
        SELECT printf('tag-%016x %d', t.id,
          (SELECT count(*) FROM PhotoTable WHERE flags & 5 = 0
            AND instr(t.photo_id_list, printf('thumb%016x,', id)))
          + (SELECT count(*) FROM VideoTable WHERE flags & 1 = 0
            AND instr(t.photo_id_list, printf('video-%016x,', id))))
        FROM TagTable t ORDER BY t.id
        """)
    }
  }
}
