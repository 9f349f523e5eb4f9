// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The statement of all queries of one form: its text, and where each of its parameters comes from.
struct StatementTemplate {
  /// Where a parameter comes from; constants by their place in the filter.
  private enum Source {
    case fixed(SQLValue)
    case plain(Int)
    case general(Int)
    /// The end of the range of all texts that begin with a constant.
    case successor(Int)
    case limit
    case offset
  }

  /// The limit and the offset of marked queries: others are never as high.
  private static let markedLimit = 1 << 50 - 3
  private static let markedOffset = 1 << 50 - 7

  private let sql: String
  private let selection: Selection
  private let sources: [Source]

  /// - Parameters:
  ///   - made: the statement of a query with these constants.
  ///   - marked: what makes the statement of the query with others.
  ///
  /// Nil when a parameter comes from elsewhere.
  init?(
    _ made: SelectBuilder, of query: Query, _ constants: [AttributeValue],
    marked make: (Query) -> SelectBuilder?
  ) {
    guard let (marked, marks) = StatementTemplate.marked(query, constants),
      let other = make(marked), other.sql == made.sql
    else { return nil }
    var sources: [Source] = []
    for parameter in other.parameters.values {
      guard case .value(let value) = parameter else { return nil }
      sources.append(StatementTemplate.source(of: value, marks) ?? .fixed(value))
    }
    sql = made.sql
    selection = made.selection
    self.sources = sources
    guard let values = values(constants, query), made.parameters.hasValues(values) else {
      return nil
    }
  }

  private static func marked(
    _ query: Query, _ constants: [AttributeValue]
  ) -> (Query, [AttributeValue])? {
    var marks: [AttributeValue] = []
    for (place, constant) in constants.enumerated() {
      guard let mark = ConstantForm.mark(constant, place) else { return nil }
      marks.append(mark)
    }
    var marked = query
    var next = 0
    if let filter = query.filter {
      marked.filter = filter.replacingConstants { _ in
        next += 1
        return marks[next - 1]
      }
      guard marked.filter != nil else { return nil }
    }
    if query.limit > 0 { marked.limit = markedLimit }
    if query.offset > 0 { marked.offset = markedOffset }
    return (marked, marks)
  }

  /// Returns a form with constants that stand for all of theirs; nil when one is like no other.
  static func form(_ form: QueryForm, _ constants: [AttributeValue]) -> QueryForm? {
    marked(form.query, constants).map { QueryForm(query: $0.0, purpose: form.purpose) }
  }

  private static func source(of value: SQLValue, _ marks: [AttributeValue]) -> Source? {
    if value == .integer(Int64(markedLimit)) { return .limit }
    if value == .integer(Int64(markedOffset)) { return .offset }
    for (place, mark) in marks.enumerated() where !mark.isNull {
      if value == ConstantForm.plain(mark) { return .plain(place) }
      if value == GeneralValue.parameter(mark) { return .general(place) }
      if case .string(let text) = mark, case .text(let end) = value,
        end == FilterTranslator.successor(of: text)
      {
        return .successor(place)
      }
    }
    return nil
  }

  /// Returns the statement of a query of the form, with the constants of its filter; nil when they have
  /// another text after all.
  func filled(_ constants: [AttributeValue], _ query: Query) -> SelectBuilder? {
    values(constants, query).map { values in
      SelectBuilder(
        sql: sql, selection: selection, parameters: SQLParameters(values.map { .value($0) }))
    }
  }

  private func values(_ constants: [AttributeValue], _ query: Query) -> [SQLValue]? {
    var values: [SQLValue] = []
    values.reserveCapacity(sources.count)
    for source in sources {
      guard let value = StatementTemplate.value(of: source, constants, query) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(
    of source: Source, _ constants: [AttributeValue], _ query: Query
  ) -> SQLValue? {
    switch source {
    case .fixed(let value): return value
    case .plain(let place): return ConstantForm.plain(constants[place])
    case .general(let place): return GeneralValue.parameter(constants[place])
    case .successor(let place):
      guard case .string(let text) = constants[place] else { return nil }
      return FilterTranslator.successor(of: text).map { .text($0) }
    case .limit: return .integer(Int64(query.limit))
    case .offset: return .integer(Int64(query.offset))
    }
  }
}

extension SQLParameters {
  fileprivate func hasValues(_ others: [SQLValue]) -> Bool {
    values.count == others.count
      && zip(values, others).allSatisfy { parameter, other in
        if case .value(let value) = parameter { value == other } else { false }
      }
  }
}
#endif
