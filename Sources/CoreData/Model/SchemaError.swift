// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why a property cannot be stored. Each names its subject.
enum SchemaError: Error, CustomStringConvertible {
  case undefinedAttribute(entity: String, name: String)
  case missingDestination(entity: String, name: String, destination: String?)
  case redeclared(entity: String, name: String)
  case unknownConstraint(entity: String, name: String)
  /// A property has a name that it cannot have, with a sentence.
  case unusableName(String)
  case unanswered(entity: String, name: String, inverse: String)

  var description: String {
    switch self {
    case .undefinedAttribute(let entity, let name):
      "The attribute '\(entity).\(name)' has no type that can be stored; give it one or make it "
        + "transient."
    case .missingDestination(let entity, let name, nil):
      "The relationship '\(entity).\(name)' has no destination entity."
    case .missingDestination(let entity, let name, let destination?):
      "The destination '\(destination)' of relationship '\(entity).\(name)' is not in the model."
    case .redeclared(let entity, let name):
      "The property '\(entity).\(name)' is declared by an ancestor with another type."
    case .unusableName(let sentence): sentence
    case .unknownConstraint(let entity, let name):
      "The uniqueness constraint of '\(entity)' names '\(name)', which is no stored attribute or "
        + "to-one relationship."
    case .unanswered(let entity, let name, let inverse):
      "The inverse '\(inverse)' of the to-many relationship '\(entity).\(name)' is a to-one that its "
        + "destination does not have or cannot store."
    }
  }
}
