// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import Synchronization

/// The statements of a store by the form of their queries: a program asks few questions, again and
/// again, with other constants. Any thread.
final class StatementTemplates: Sendable {
  /// Programs that make questions of data fill this and start again.
  private static let capacity = 256
  /// A form with its template; nil for a form that has none.
  private struct Known {
    let form: QueryForm
    let template: StatementTemplate?
  }

  /// By the hashes of forms: the first dictionary with keys of a type costs a process 0.1 ms. Forms with one
  /// hash replace each other.
  private let known = Mutex<[Int: Known]>([:])

  /// Returns the statement that `make` makes of a query.
  func statement(
    _ query: Query, for purpose: QueryForm.Purpose, _ make: (Query) -> SelectBuilder?
  ) -> SelectBuilder? {
    var constants: [AttributeValue] = []
    if let filter = query.filter, !filter.forEachConstant({ constants.append($0) }) {
      return make(query)
    }
    let form = QueryForm(query: query, purpose: purpose)
    if let known = known.withLock({ $0[form.hash] }), known.form == form {
      return known.template?.filled(constants, query) ?? make(query)
    }
    guard let made = make(query) else { return nil }
    learn(form, from: made, constants, making: make)
    return made
  }

  private func learn(
    _ form: QueryForm, from made: SelectBuilder, _ constants: [AttributeValue],
    making make: (Query) -> SelectBuilder?
  ) {
    // What is kept is the form without the constants, which may be long.
    guard let kept = StatementTemplate.form(form, constants) else { return }
    let template = StatementTemplate(made, of: form.query, constants, marked: make)
    known.withLock { known in
      if known.count >= StatementTemplates.capacity { known = [:] }
      known[kept.hash] = Known(form: kept, template: template)
    }
  }
}
#endif
