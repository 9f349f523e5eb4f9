// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension TokenCursor {
  /// Reads the type that begins here. Afterwards the cursor stands behind it, unless it is one
  /// that is not supported.
  mutating func takeType() -> TypeSyntax {
    while at("@") || ["any", "inout", "__owned", "consuming", "borrowing"].contains(where: at) {
      // `any P` is P, and a type of the name `any` nobody has. The rest does not get this far.
      if !take("any") { return .unsupported }
    }
    var members = [takeSimpleType()]
    while at("&"), current?.kind == .mark {
      advance()
      members.append(takeSimpleType())
    }
    if at("-"), peek()?.is(">") == true || at("throws") || at("async") { return .unsupported }
    return members.count == 1 ? members[0] : .composition(members)
  }

  private mutating func takeSimpleType() -> TypeSyntax {
    var type = takeCore()
    while let token = current, token.is("?") || token.is("!"), type != .unsupported {
      advance()
      type = .optional(type)
    }
    return type
  }

  private mutating func takeCore() -> TypeSyntax {
    if take("(") {
      let inner = takeType()
      return take(")") ? inner : .unsupported
    }
    if take("[") {
      let element = takeType()
      if take(":") {
        let value = takeType()
        return take("]") ? .dictionary(element, value) : .unsupported
      }
      return take("]") ? .array(element) : .unsupported
    }
    return takeNamed()
  }

  private mutating func takeNamed() -> TypeSyntax {
    var components: [TypeSyntax.Component] = []
    repeat {
      guard let name = takeName() else { return .unsupported }
      if ["Type", "Protocol"].contains(name), !components.isEmpty { return .unsupported }
      if name == "some" { return .unsupported }
      var arguments: [TypeSyntax] = []
      if take("<") {
        repeat { arguments.append(takeType()) } while take(",")
        if !take(">") { return .unsupported }
      }
      components.append(TypeSyntax.Component(name: name, arguments: arguments))
    } while take(".")
    return components.count == 1 ? Self.known(components[0]) : .named(components)
  }

  /// Collections and optionals written with their names.
  private static func known(_ component: TypeSyntax.Component) -> TypeSyntax {
    switch (component.name, component.arguments.count) {
    case ("Optional", 1): .optional(component.arguments[0])
    case ("Array", 1): .array(component.arguments[0])
    case ("Dictionary", 2): .dictionary(component.arguments[0], component.arguments[1])
    default: .named([component])
    }
  }
}
