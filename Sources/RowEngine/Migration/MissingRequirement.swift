// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// An object that lacks what the new version of its entity demands.
package struct MissingRequirement: Error, Sendable, Equatable {
  /// Names of the destination.
  package let entity: String
  package let property: String
  package let number: Int64

  /// The error of a store, given by its path.
  package func error(in store: String) -> StoreError {
    StoreError(
      .missingValue, store: store,
      message: "the object \(number) of the entity \(entity) has no value for \(property), which "
        + "the new version of the model demands")
  }
}
