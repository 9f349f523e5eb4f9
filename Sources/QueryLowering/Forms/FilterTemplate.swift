// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import StoreInterface

/// The filter of all predicates of one form, and which of the predicate's constants stand where.
struct FilterTemplate {
  private let filter: Filter
  /// By place in the filter: the place in the predicate; nil for what is the same in all.
  private let sources: [Int?]

  /// - Parameters:
  ///   - marked: the filter of a predicate of the form with marks as constants.
  ///   - actual: that of one with these values.
  ///   - isFixed: by constant, whether it is the same in all predicates of the form.
  ///
  /// Nil when more is made of a constant than its value, or something else.
  init?(
    marked: Filter, _ marks: [AttributeValue], actual: Filter, _ values: [AttributeValue],
    isFixed: [Bool]
  ) {
    var (places, found): ([AttributeValue], [AttributeValue]) = ([], [])
    guard marked.forEachConstant({ places.append($0) }),
      actual.forEachConstant({ found.append($0) }), places.count == found.count
    else { return nil }
    var sources: [Int?] = []
    for (place, value) in zip(places, found) {
      if let source = marks.firstIndex(of: place), values[source] == value, place != value {
        sources.append(source)
      } else if place == value {
        sources.append(nil)
      } else {
        return nil
      }
    }
    filter = marked
    self.sources = sources
    let isComplete = isFixed.indices.allSatisfy { isFixed[$0] || sources.contains($0) }
    guard isComplete, filled(values) == actual else { return nil }
  }

  /// Returns the filter of a predicate of the form with these values.
  func filled(_ values: [AttributeValue]) -> Filter? {
    var next = 0
    return filter.replacingConstants { fixed in
      defer { next += 1 }
      return sources[next].map { values[$0] } ?? fixed
    }
  }
}
