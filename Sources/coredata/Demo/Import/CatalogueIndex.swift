// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ExampleModels

/// The objects that others are related to, by code.
struct CatalogueIndex {
  var countries: [String: Country] = [:]
  var subdivisions: [String: Subdivision] = [:]
}
