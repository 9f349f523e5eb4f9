// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelChecking
import ModelFormat

/// A model as named on the command line.
enum ModelFile {
  /// Returns the model, ready for a coordinator. Its classes are not in this program, so all
  /// objects are plain ones.
  static func model(at path: String) throws -> NSManagedObjectModel {
    let url = URL(fileURLWithPath: path)
    do throws(ModelFormatError) {
      _ = try ModelReader.document(at: url)
    } catch {
      throw ToolFailure(error.description)
    }
    guard let model = NSManagedObjectModel(contentsOf: url) else {
      throw ToolFailure("\(path) is not a model")
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    return model
  }
}
