// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
package import CoreData
import Foundation
import StoreTestSupport
import Testing

/// Two kinds of store, in their order, that one coordinator has side by side: both hold the whole
/// model.
package struct StorePair: Sendable, CustomTestStringConvertible {
  package let first: String
  package let second: String

  package var testDescription: String { "\(first) → \(second)" }

  package var kind: StackKind {
    StackKind(name: testDescription, stores: [(first, nil), (second, nil)])
  }

  package init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  /// Of every kind with every kind, itself included.
  package static let all: [StorePair] = pairs(of: types)

  /// Of the library's own stores, and those that keep their content in a file.
  package static let own: [StorePair] = pairs(of: types.filter { !clientTypes.contains($0) })

  /// The same without stores that are gone when they are closed.
  package static let durable = own.filter {
    $0.first != NSInMemoryStoreType && $0.second != NSInMemoryStoreType
  }

  /// Of the library's own stores that differ, and of each that a client writes with one of them.
  package static let various: [StorePair] = {
    let engine = StackKind.singles[StackKind.singles.count / 2].name
    guard TestScope.current == .all else { return own }
    return own.filter { $0.first != $0.second }
      + clientTypes.flatMap {
        [StorePair(first: $0, second: engine), StorePair(first: engine, second: $0)]
      }
  }()

  private static func pairs(of types: [String]) -> [StorePair] {
    types.flatMap { first in types.map { StorePair(first: first, second: $0) } }
  }

  private static let clientTypes: [String] = {
    RecordStores.register()
    ClientStores.register()
    return [RecordStores.atomicType, RecordStores.incrementalType, ClientStores.csvType]
  }()

  private static let types: [String] = {
    let engines = StackKind.singles.map(\.name)
    guard TestScope.current == .all else { return engines }
    return engines + [NSBinaryStoreType, NSXMLStoreType] + clientTypes
  }()
}

extension Stack {
  package var first: NSPersistentStore { coordinator.persistentStores[0] }
  package var second: NSPersistentStore { coordinator.persistentStores[1] }
}
