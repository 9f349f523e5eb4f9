// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// Notes without constraints, which every kind of store takes, for stores that several have open.
package enum RemoteModel {
  package static func make() -> NSManagedObjectModel {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    return model
  }
}
