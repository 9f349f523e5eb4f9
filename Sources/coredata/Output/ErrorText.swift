// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Errors of the API as one line for people.
enum ErrorText {
  /// Returns the reason where there is one, which names the subject; otherwise the description.
  static func line(for error: any Error) -> String {
    let error = error as NSError
    let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? []
    guard details.isEmpty else { return details.prefix(3).map(line).joined(separator: "; ") }
    let text =
      error.userInfo[NSLocalizedFailureReasonErrorKey] as? String
      ?? error.userInfo["reason"] as? String ?? error.localizedDescription
    return oneLine(text)
  }

  /// The text without line breaks.
  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
