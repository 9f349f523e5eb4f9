// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

// What the fetched properties of a stop find in the catalogue: no accessors are generated for them.
extension Stop {
  var country: [Country]? { value(forKey: "country") as? [Country] }
  var subdivision: [Subdivision]? { value(forKey: "subdivision") as? [Subdivision] }
}
