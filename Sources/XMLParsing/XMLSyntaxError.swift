// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Where an XML text is not well-formed, or has what ours never have.
package struct XMLSyntaxError: Error, Equatable {
  package enum Problem: Sendable {
    /// The text ends within an element, or before the first.
    case unfinished
    /// An end tag is not that of the innermost element.
    case mismatchedEnd
    case contentAfterRoot
    case repeatedAttribute
    case unquotedValue
    /// An attribute's value has a character that cannot stand there as such.
    case badValue
    /// An attribute stands alone.
    case missingValue
    /// Another tag begins within a tag.
    case unclosedTag
    /// Entities can make a small text endless, and read other files.
    case declaredEntity
    /// Declarations in a document type, which can hide entities and make a small text large.
    case declaration
    case tooDeep
    case notUTF8
    /// Another encoding than UTF-8 is declared, and it makes a difference.
    case encoding
    /// Nothing is known to be wrong with the text.
    case noMemory
    case other
  }

  package let problem: Problem
  /// From 1.
  package let line: Int
  /// The problem in a few words, without a full stop.
  package let reason: String
}
