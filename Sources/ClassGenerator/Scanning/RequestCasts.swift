// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Finds `as! NSFetchRequest<…>`: it compiles, and stops the program unless the request was made with
/// just that type of results, since parameters of classes are not erased on Linux.
enum RequestCasts {
  static func warnings(in tokens: [SwiftToken], file: String) -> [ModelDiagnostic] {
    // What a store of the user's own is given is a request of that very type.
    let isStore = tokens.contains { $0.is("NSIncrementalStore") || $0.is("NSAtomicStore") }
    return tokens.indices.compactMap { index in
      guard let type = type(castAt: index, in: tokens), !(isStore && isUntyped(type)) else {
        return nil
      }
      return ModelDiagnostic(
        .warning, file: file, line: tokens[index].line,
        "the forced cast to 'NSFetchRequest<\(type)>' stops the program unless the request was made as "
          + "'NSFetchRequest<\(type)>': on Linux requests of different types of results cannot be cast "
          + "to each other. Make it with the type that is needed, or write a function that is generic "
          + "over the type")
    }
  }

  /// The text of the type in angle brackets, if a forced cast to a request begins here.
  private static func type(castAt index: Int, in tokens: [SwiftToken]) -> String? {
    guard tokens[index].is("as"), index + 4 < tokens.count, tokens[index + 1].is("!"),
      tokens[index + 2].is("NSFetchRequest"), tokens[index + 3].is("<")
    else { return nil }
    var cursor = TokenCursor(Array(tokens[(index + 3)...]))
    guard cursor.skipAngles() else { return nil }
    return String(cursor.text(since: 0).dropFirst().dropLast())
  }

  private static func isUntyped(_ type: String) -> Bool {
    type == "NSFetchRequestResult" || type == "any NSFetchRequestResult"
  }
}
