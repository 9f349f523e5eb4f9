// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import PredicateLanguage
import StoreInterface
import Synchronization

/// The filters of predicates on one entity by their form: a program asks few questions, again and again,
/// with other constants. Any thread.
package final class LoweringCache: Sendable {
  /// Programs that make predicates of data fill this and start again.
  private static let capacity = 256
  /// A form with its template; nil for a form that has none.
  private struct Known {
    let form: PredicateForm
    let template: FilterTemplate?
  }

  /// By the hashes of forms: the first dictionary with keys of a type costs a process 0.1 ms. Forms with one
  /// hash replace each other.
  private let known = Mutex<[Int: Known]>([:])

  package init() {}

  /// Returns a predicate with its constants of the attributes' types, see
  /// ``PredicateLowering/coerced(_:for:)``, and its translation, see
  /// ``PredicateLowering/lower(_:for:)-(PredicateNode,_)``.
  package func lower(
    _ predicate: PredicateNode, for entity: any NamedEntity, by lowering: PredicateLowering
  ) throws -> (PredicateNode, LoweredFilter) {
    let model = lowering.constants.model
    guard let parts = FormParts(predicate, model) else {
      return try LoweringCache.lowered(predicate, for: entity, by: lowering)
    }
    let form = parts.form
    if let known = known.withLock({ $0[form.hash] }), known.form == form {
      if let filter = known.template?.filled(parts.values) { return (predicate, .exact(filter)) }
      return try LoweringCache.lowered(predicate, for: entity, by: lowering)
    }
    let made = try LoweringCache.lowered(predicate, for: entity, by: lowering)
    learn(parts, from: made, for: entity, by: lowering)
    return made
  }

  private static func lowered(
    _ predicate: PredicateNode, for entity: any NamedEntity, by lowering: PredicateLowering
  ) throws -> (PredicateNode, LoweredFilter) {
    let test = lowering.coerced(predicate, for: entity)
    return (test, try lowering.lower(test, for: entity))
  }

  // MARK: - Learning

  private func learn(
    _ parts: FormParts, from made: (PredicateNode, LoweredFilter), for entity: any NamedEntity,
    by lowering: PredicateLowering
  ) {
    let marked = parts.marked
    let form = PredicateForm(marked.node, parts.kinds)
    let template = LoweringCache.template(
      parts, from: made, marked: marked, for: entity, by: lowering)
    known.withLock { known in
      if known.count >= LoweringCache.capacity { known = [:] }
      known[form.hash] = Known(form: form, template: template)
    }
  }

  private static func template(
    _ parts: FormParts, from made: (PredicateNode, LoweredFilter),
    marked: (node: PredicateNode, marks: [Any]), for entity: any NamedEntity,
    by lowering: PredicateLowering
  ) -> FilterTemplate? {
    let model = MarkingModel(model: lowering.constants.model)
    let marking = PredicateLowering(
      model, leavesUnstoredKeys: lowering.resolver.leavesUnstoredKeys)
    // A predicate that cannot be translated is not one of the form's that can.
    guard let (test, lowered) = try? LoweringCache.lowered(marked.node, for: entity, by: marking),
      isPlain(lowered), isPlain(made.1), let filter = lowered.filter, let actual = made.1.filter,
      FormParts(test, model)?.kinds == parts.kinds, FormParts(made.0, model)?.kinds == parts.kinds
    else { return nil }
    let marks = zip(parts.kinds, marked.marks).compactMap { $0.value($1, model) }
    guard marks.count == parts.values.count else { return nil }
    return FilterTemplate(
      marked: filter, marks, actual: actual, parts.values, isFixed: parts.kinds.map(\.isFixed))
  }

  private static func isPlain(_ lowered: LoweredFilter) -> Bool {
    !lowered.needsResidual && !lowered.isOpaque
  }
}

/// A predicate's form and the values of its constants.
private struct FormParts {
  let node: PredicateNode
  let kinds: [ConstantKind]
  let values: [AttributeValue]

  var form: PredicateForm { PredicateForm(node, kinds) }

  /// Nil for a predicate without a form, and for one that names an object that no store has.
  init?(_ node: PredicateNode, _ model: any PredicateModel) {
    var kinds: [ConstantKind] = []
    var values: [AttributeValue] = []
    var isComplete = true
    let hasForm = node.forEachConstant { constant in
      guard isComplete, let kind = ConstantKind(constant, model),
        let value = kind.value(constant, model)
      else { return isComplete = false }
      kinds.append(kind)
      values.append(value)
    }
    guard hasForm, isComplete else { return nil }
    (self.node, self.kinds, self.values) = (node, kinds, values)
  }

  /// The predicate with marks for its constants.
  var marked: (node: PredicateNode, marks: [Any]) {
    let marks = kinds.enumerated().map { $1.mark($0) }
    var next = 0
    let node = node.replacingConstants {
      next += 1
      return marks[next - 1]
    }
    return (node, marks)
  }
}
