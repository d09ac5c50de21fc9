internal import Assets
internal import CSQLite
internal import Platform

extension SQLiteConnection {
  /// Adds the functions in SQL by which a rule's tests mean the same in a database as in a run.
  ///
  /// `as_whole`, `as_number`, `as_text` and others return a value if it has a type, whatever is
  /// stored, else NULL. `passes(text, test)` and `is_near(latitude, longitude, test)` are 1 if a bound
  /// ``SQLiteValue/test(_:)`` holds, else 0.
  package func addValueFunctions() throws(SQLiteProblem) {
    let code = csqlite_add_value_functions(handle)
    guard code == SQLITE_OK else { throw problem(code: code) }
    try addFunction("passes", 2) { values, result in
      result.integer(values.test(1).map { values.passes($0) } ?? false ? 1 : 0)
    }
    try addFunction("is_near", 3) { values, result in
      result.integer(values.test(2).map { values.isNear($0) } ?? false ? 1 : 0)
    }
  }

  /// Adds a function, which returns NULL unless `body` sets another result. The connection holds it.
  package func addFunction(
    _ name: String, _ count: Int32, _ body: @escaping (SQLiteArguments, SQLiteResult) -> Void
  ) throws(SQLiteProblem) {
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      Unmanaged.passRetained(SQLiteFunction(body)).toOpaque(),
      { context, _, values in
        guard let context, let values, let function = sqlite3_user_data(context) else { return }
        Unmanaged<SQLiteFunction>.fromOpaque(function).takeUnretainedValue()
          .body(SQLiteArguments(values: values), SQLiteResult(context: context))
      }, nil, nil, { $0.map { Unmanaged<SQLiteFunction>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw problem(code: code) }
  }
}

/// The code of a function in SQL.
private final class SQLiteFunction {
  let body: (SQLiteArguments, SQLiteResult) -> Void

  init(_ body: @escaping (SQLiteArguments, SQLiteResult) -> Void) {
    self.body = body
  }
}

/// A test that is bound to a parameter.
final class BoundTest {
  let test: AssetPredicate

  init(_ test: AssetPredicate) {
    self.test = test
  }
}

/// The arguments of one call of a function in SQL, valid until it returns.
package struct SQLiteArguments {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

  package enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// A text, which need not be UTF-8.
    case text(UnsafeRawBufferPointer)
  }

  package subscript(_ place: Int) -> Value {
    let value = values[place]
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(value) else { return .null }
      return .text(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
  }

  fileprivate func test(_ place: Int) -> AssetPredicate? {
    csqlite_object(values[place]).map {
      Unmanaged<BoundTest>.fromOpaque($0).takeUnretainedValue().test
    }
  }

  fileprivate func passes(_ test: AssetPredicate) -> Bool {
    guard case .text(let text) = self[0] else { return false }
    return test.holds(
      for: text.isValidUTF8
        ? .text(TextSpan(text)) : .string(String(decoding: text, as: UTF8.self)))
  }

  fileprivate func isNear(_ test: AssetPredicate) -> Bool {
    guard case .place(_, let area) = test, case .real(let latitude) = self[0],
      case .real(let longitude) = self[1]
    else { return false }
    return area.contains(Location(latitude: latitude, longitude: longitude))
  }
}

/// The result of one call of a function in SQL.
package struct SQLiteResult {
  fileprivate let context: OpaquePointer

  package func integer(_ value: Int64) { sqlite3_result_int64(context, value) }

  package func text(_ value: String) {
    var value = value
    value.withUTF8 { text($0) }
  }

  /// Sets a text, which need not be UTF-8.
  package func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    csqlite_return_text(context, bytes.baseAddress, Int32(clamping: bytes.count))
  }
}
