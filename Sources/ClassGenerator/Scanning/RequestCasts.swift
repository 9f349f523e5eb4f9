// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Finds casts to `NSFetchRequest<…>`: they compile, and fail unless the request was made with just
/// that type of results, since parameters of classes are not erased on Linux.
package enum RequestCasts {
  package struct Cast {
    /// Where `as` stands among the tokens.
    package let index: Int
    /// The text of the type in angle brackets.
    package let type: String
    /// True if it is `as!`, not `as?`.
    package let isForced: Bool
  }

  /// Returns the casts of a source, but for those that are right in a store.
  package static func casts(in tokens: [SwiftToken]) -> [Cast] {
    // What a store of the user's own is given is a request of that very type.
    let isStore = tokens.contains { $0.is("NSIncrementalStore") || $0.is("NSAtomicStore") }
    return tokens.indices.compactMap { index in
      guard let type = type(castAt: index, in: tokens), !(isStore && isUntyped(type)) else {
        return nil
      }
      return Cast(index: index, type: type, isForced: tokens[index + 1].is("!"))
    }
  }

  /// One for each cast that stops the program.
  static func warnings(in tokens: [SwiftToken], file: String) -> [ModelDiagnostic] {
    casts(in: tokens).filter(\.isForced).map { cast in
      ModelDiagnostic(
        .warning, file: file, line: tokens[cast.index].line,
        "the forced cast to 'NSFetchRequest<\(cast.type)>' stops the program unless the request was "
          + "made as 'NSFetchRequest<\(cast.type)>': on Linux requests of different types of results "
          + "cannot be cast to each other. Make it with the type that is needed, or write a function "
          + "that is generic over the type")
    }
  }

  /// Returns the text of the type in angle brackets, if a cast to a request begins here.
  private static func type(castAt index: Int, in tokens: [SwiftToken]) -> String? {
    guard tokens[index].is("as"), index + 4 < tokens.count,
      tokens[index + 1].is("!") || tokens[index + 1].is("?"),
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
