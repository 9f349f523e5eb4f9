// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The tokens of format strings, kept: a program has few formats and uses them again and again,
/// with other arguments.
enum FormatTokens {
  /// Programs that build formats from data fill this and start again.
  private static let capacity = 256
  private static let known = Mutex<[String: [FormatToken]]>([:])

  static func of(_ format: String) throws(PredicateFormatError) -> [FormatToken] {
    if let tokens = known.withLock({ $0[format] }) { return tokens }
    let tokens = try FormatLexer.tokens(of: format)
    known.withLock { known in
      if known.count >= capacity { known = [:] }
      known[format] = tokens
    }
    return tokens
  }
}
