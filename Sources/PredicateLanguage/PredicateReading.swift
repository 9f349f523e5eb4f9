// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An object that yields a value for a key: what a key path is resolved against.
///
/// Managed objects conform. Dictionaries, strings, dates, collections and the stored properties
/// of plain Swift values are read without it.
package protocol PredicateReading {
  /// Returns the value of a property; nil when it has none.
  ///
  /// Called on the thread that evaluates. Throws `EvaluationError.undefinedKey` for a name the
  /// object does not know.
  func predicateValue(forKey key: String) throws(EvaluationError) -> Any?
}
