// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The treatment of relationships that lead from moved objects to objects that are not in the list
/// of the move. Our addition.
///
/// Relationships cannot lead from one store into another. Transient ones may, and do not count.
public enum MovePolicy: Hashable, Sendable {
  /// All objects that can be reached move along. With more than `limit` objects, those of the list
  /// included, nothing moves.
  case closure(limit: Int)
  /// Nothing moves when there is such a relationship.
  case reject
  /// Such relationships lose the objects that are left behind, on both sides; validation may refuse
  /// that at the save.
  case sever

  /// All objects that can be reached move along, however many they are.
  public static var closure: MovePolicy { .closure(limit: .max) }
}
