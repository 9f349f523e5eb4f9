// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The members of a list that many values are looked for in.
///
/// Texts, whole numbers and identities are found by hashing, other values by comparing them with each
/// member. It answers as a comparison with every member would.
// Sendable is not claimed: members are whatever an application has put into its list.
package final class MemberIndex {
  private let members: [OperandValue]
  private var texts: Set<LiteralText> = []
  private var wholeNumbers: Set<Int> = []
  private var identities: Set<AnyHashable> = []
  /// The members of other classes.
  private var others: [OperandValue] = []

  /// Cost: O(elements).
  init(_ elements: [Any?]) {
    members = elements.map { OperandValue($0) }
    for member in members {
      switch member {
      case .string(let text): texts.insert(LiteralText(text))
      case .number(.integer(let number)): wholeNumbers.insert(number)
      case .identity(let identity): identities.insert(identity.identityToken)
      default: others.append(member)
      }
    }
  }

  /// Returns true if a member equals a value.
  func contains(_ value: OperandValue, options: ComparisonOptions) -> Bool {
    switch value {
    case .string(let text) where options.isLiteral: return texts.contains(LiteralText(text))
    case .number(.integer(let number)) where wholeNumbers.contains(number): return true
    case .number(.integer): break
    case .identity(let identity) where identities.contains(identity.identityToken): return true
    case .identity: break
    default: return OperandComparison.contains(members, value, options: options)
    }
    return OperandComparison.contains(others, value, options: options)
  }
}

/// A text that equals another one of the same bytes only, as `==` without options has it.
private struct LiteralText: Hashable {
  private let text: String

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  static func == (left: LiteralText, right: LiteralText) -> Bool {
    StringMatching.areEqual(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    // Contiguous since it was made.
    _ = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
  }
}
