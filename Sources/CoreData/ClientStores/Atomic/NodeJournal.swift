// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The values of an atomic store's nodes before a save changed them, for when it fails (R-PSC-412).
/// Used by the thread of the save.
final class NodeJournal {
  private var before: [ObjectIdentifier: (node: NSAtomicStoreCacheNode, values: NSDictionary?)] =
    [:]
  private(set) var isRecording = false
  /// True if whoever asks for a node's values may change them in place.
  private var isOpen = false

  func begin() { (isRecording, isOpen) = (true, true) }

  /// The nodes are up to date: from now on they are read, to be written.
  func close() { isOpen = false }

  /// A node's values are handed out.
  func noteAccess(_ node: NSAtomicStoreCacheNode) {
    if isOpen { note(node) }
  }

  /// Remembers a node as it is, the first time.
  func note(_ node: NSAtomicStoreCacheNode) {
    guard isRecording, before[ObjectIdentifier(node)] == nil else { return }
    before[ObjectIdentifier(node)] = (node, nil)  // asking for the values notes the access
    before[ObjectIdentifier(node)] = (node, node.propertyCache?.copy() as? NSDictionary)
  }

  func end() {
    (isRecording, isOpen) = (false, false)
    before = [:]
  }

  /// Puts every node back.
  func restore() {
    (isRecording, isOpen) = (false, false)
    for (node, values) in before.values {
      node.propertyCache = values?.mutableCopy() as? NSMutableDictionary
    }
    before = [:]
  }
}
