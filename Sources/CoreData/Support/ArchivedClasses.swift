// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a store's archives may hold besides the classes that transformers allow.
struct ArchivedClasses {
  var classes: [AnyClass] = []
  /// Whether any class is decoded.
  var isEvery = false
}
