// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One step of a ``FilterProgram``: plain data, so that running a program retains nothing.
///
/// Steps stand in prefix order; `next` is the index after the step's last descendant.
struct FilterStep {
  enum Code: UInt8 {
    case constant, and, or, not, isNull
    /// A number slot against a constant in `low`.
    case integer, double
    /// Against the closed range `low...high`.
    case integerBetween, doubleBetween
    /// Against another slot of the same kind, in `low`.
    case integerPair, doublePair
    /// A sorted list of integers, or of doubles, in the pool.
    case integerIn, doubleIn
    /// Text, data or a UUID against the program's constants from `low` up to `high`.
    case bytes
    /// A list of byte strings in the pool, sorted.
    case bytesIn
    /// A text slot searched for the plain pattern at `auxiliary`.
    case pattern
    /// The object that a reference slot (or, at slot -1, the row itself) stands for.
    case object, objectIn, entityIn
    /// A value is there, and the outcome is known without looking at it.
    case present
    /// Anything else: the condition at `auxiliary`.
    case general
  }

  var code: Code
  var comparison = ComparisonOperator.equal
  /// The outcome for a null.
  var whenNull = Truth.no
  /// The outcome of `constant` and `present`.
  var outcome = Truth.no
  var slot: Int32 = 0
  /// Index of the hops that lead to the row to look at; -1 for the row itself.
  var path: Int32 = -1
  var auxiliary: Int32 = 0
  var next: Int32 = 0
  var low: UInt64 = 0
  var high: UInt64 = 0
}

/// The constants that the steps of a program refer to.
struct FilterPool {
  /// To-one slots to follow.
  var paths: [[Int]] = []
  var integerLists: [[Int64]] = []
  var doubleLists: [[Double]] = []
  var byteLists: [[[UInt8]]] = []
  var patterns: [TextPattern] = []
  var keys: [ObjectKey] = []
  /// Sorted by number.
  var keyLists: [[ObjectKey]] = []
  var entityLists: [Set<Int>] = []
  var conditions: [GeneralCondition] = []
}
