// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// The article Errors has a heading for each code, which links can name.
struct ErrorArticleTests {
  private static let source = ExampleTests.catalog.deletingLastPathComponent()
    .appendingPathComponent("Support/Errors/ErrorCodes.swift")

  /// The numbers that a source gives to names that end with “Error”.
  private static func codes() throws -> [String] {
    try String(contentsOf: source, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard line.contains("Error: Int = ") else { return nil }
      return line.split(separator: " ").last?.replacingOccurrences(of: "_", with: "")
    }
  }

  @Test func everyCodeHasAHeadingOfItsOwn() throws {
    let article = try String(
      contentsOf: ExampleTests.catalog.appendingPathComponent("Reference/Errors.md"),
      encoding: .utf8)
    let headings = article.split(separator: "\n").filter { $0.hasPrefix("### ") }
      .map { $0.split(separator: " ")[1] }
    let codes = try Self.codes()
    #expect(codes.count > 40)
    for code in codes { #expect(headings.filter { $0 == code }.count == 1, "\(code)") }
  }
}
