// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A value of a non-Sendable type that is only touched under a lock, or handed over.
// Sendable: whoever holds it guards it, as said where it is used.
struct Transferable<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
