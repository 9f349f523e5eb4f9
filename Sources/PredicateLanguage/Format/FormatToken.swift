// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A token of a format string.
struct FormatToken: Sendable {
  enum Kind: Equatable, Sendable {
    /// An identifier, perhaps a reserved word.
    case word(String)
    /// `#identifier`: a key, whatever the word.
    case quotedWord(String)
    /// `@identifier`, with its sign.
    case operatorWord(String)
    /// `$identifier`, without its sign.
    case variable(String)
    case string(String)
    case integer(Int)
    case real(Double)
    case symbol(String)
    case placeholder(FormatPlaceholder)
    case end
  }

  let kind: Kind
  /// The reserved word that a `.word` spells.
  let reservedWord: ReservedWord?
  /// The offset in Unicode scalars.
  let position: Int

  init(kind: Kind, position: Int) {
    self.kind = kind
    self.position = position
    reservedWord = if case .word(let text) = kind { ReservedWord(spelling: text) } else { nil }
  }
}

/// A conversion that stands for an argument.
struct FormatPlaceholder: Equatable, Sendable {
  enum Conversion: Equatable, Sendable {
    case object
    case keyPath
    case signed
    case unsigned
    case real
    case character
    case string

    /// The conversion that a character stands for; nil for none. No dictionary: a process's first with keys
    /// of a type costs as much as the parsing of thirty formats.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "@": self = .object
      case "K": self = .keyPath
      case "d", "D", "i": self = .signed
      case "u", "U", "x", "X", "o", "O": self = .unsigned
      case "f", "F", "e", "E", "g", "G", "a", "A": self = .real
      case "c", "C": self = .character
      case "s", "S": self = .string
      default: return nil
      }
    }
  }

  let conversion: Conversion
  /// Which argument it takes.
  let ordinal: Int
}
