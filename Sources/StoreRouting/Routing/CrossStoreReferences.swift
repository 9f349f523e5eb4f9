// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A relationship's value, after routing: from an object to a destination.
package struct StoreReference: Sendable, Hashable {
  /// The object's position in whatever list the caller has.
  package var object: Int
  /// The relationship's name, for the message.
  package var property: String
  package var store: Int
  package var destinationStore: Int

  package init(object: Int, property: String, store: Int, destinationStore: Int) {
    self.object = object
    self.property = property
    self.store = store
    self.destinationStore = destinationStore
  }
}

/// The check that no relationship crosses stores (R-PSC-210). It looks at where objects are, not at
/// their entities (R-PSC-211). Leave transient relationships out (R-PSC-214).
package struct CrossStoreReferences: Sendable {
  /// A relationship that leaves its object's store, with every store that it leads to.
  package struct Offender: Sendable, Hashable {
    package let object: Int
    package let property: String
    package let store: Int
    /// Ascending, each once.
    package let destinationStores: [Int]
  }

  /// The offending relationships in the order in which they were first given; empty: all is well.
  package static func offenders(among references: [StoreReference]) -> [Offender] {
    var places: [Subject: Int] = [:]
    var found: [(subject: Subject, store: Int, destinations: Set<Int>)] = []
    for reference in references where reference.store != reference.destinationStore {
      let subject = Subject(object: reference.object, property: reference.property)
      if let place = places[subject] {
        found[place].destinations.insert(reference.destinationStore)
      } else {
        places[subject] = found.count
        found.append((subject, reference.store, [reference.destinationStore]))
      }
    }
    return found.map {
      Offender(
        object: $0.subject.object, property: $0.subject.property, store: $0.store,
        destinationStores: $0.destinations.sorted())
    }
  }

  private struct Subject: Hashable {
    let object: Int
    let property: String
  }
}
