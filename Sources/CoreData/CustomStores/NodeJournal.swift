// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The values of an atomic store's nodes before a save changed them, for when it fails (R-PSC-412).
/// Used by the thread of the save.
final class NodeJournal {
  private var before: [ObjectIdentifier: (node: NSAtomicStoreCacheNode, values: NSDictionary?)] =
    [:]
  private var isRecording = false

  func begin() { isRecording = true }

  /// Remembers a node as it is, the first time.
  func note(_ node: NSAtomicStoreCacheNode) {
    guard isRecording, before[ObjectIdentifier(node)] == nil else { return }
    before[ObjectIdentifier(node)] = (node, node.propertyCache?.copy() as? NSDictionary)
  }

  func end() {
    isRecording = false
    before = [:]
  }

  /// Puts every node back.
  func restore() {
    isRecording = false
    for (node, values) in before.values {
      node.propertyCache = values?.mutableCopy() as? NSMutableDictionary
    }
    before = [:]
  }
}
