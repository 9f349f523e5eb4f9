// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The names of the properties whose values together occur once.
package typealias UniquenessConstraint = [String]
