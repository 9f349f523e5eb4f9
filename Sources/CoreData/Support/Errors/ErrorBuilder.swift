// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Makes the errors that leave this library: `CocoaError`s with Core Data's codes and keys. No
/// other file builds one.
struct ErrorBuilder {
  private let code: CocoaError.Code
  private var userInfo: [String: Any] = [:]

  init(_ code: CocoaError.Code) { self.code = code }

  /// The finished error.
  var error: CocoaError { CocoaError(code, userInfo: userInfo) }

  /// Adds a value under a key; `nil` adds nothing.
  func with(_ key: String, _ value: Any?) -> ErrorBuilder {
    guard let value else { return self }
    var copy = self
    copy.userInfo[key] = value
    return copy
  }

  /// Sets the text shown to people, and what Foundation prints of an error: its text is the failure
  /// reason, and "(null)" without one.
  func described(_ text: String) -> ErrorBuilder {
    with(NSLocalizedDescriptionKey, text).with(NSLocalizedFailureReasonErrorKey, text)
  }

  /// Sets the cause in one sentence, under `"reason"` and as the failure reason.
  func because(_ reason: String) -> ErrorBuilder {
    with("reason", reason).with(NSLocalizedFailureReasonErrorKey, reason)
  }

  /// Sets the error behind this one.
  func caused(by underlying: (any Error)?) -> ErrorBuilder {
    with(NSUnderlyingErrorKey, underlying)
  }
}

extension CocoaError {
  /// An error with a code and a reason that is also its description.
  static func make(
    _ code: CocoaError.Code, reason: String, userInfo: [String: Any] = [:],
    underlying: (any Error)? = nil
  ) -> CocoaError {
    let builder = ErrorBuilder(code).described(reason).because(reason).caused(by: underlying)
    return userInfo.reduce(builder) { $0.with($1.key, $1.value) }.error
  }

  /// An error in place of an exception that Apple raises from a throwing method.
  static func make(exception name: ExceptionName, reason: String) -> CocoaError {
    make(.coreData, reason: reason, userInfo: ["NSExceptionName": name.rawValue])
  }

  /// A failed validation of one property.
  static func validation(
    _ code: CocoaError.Code, object: Any, key: String?, value: Any?, predicate: Any? = nil,
    text: String
  ) -> CocoaError {
    ErrorBuilder(code).described(text)
      .with(NSValidationObjectErrorKey, object)
      .with(NSValidationKeyErrorKey, key)
      .with(NSValidationValueErrorKey, value)
      .with(NSValidationPredicateErrorKey, predicate)
      .error
  }

  /// Several validation errors as one: none is `nil`, one is thrown bare, more are listed flat
  /// under `NSDetailedErrorsKey` of an error 1560.
  static func validation(combining errors: [any Error]) -> (any Error)? {
    combine(errors, code: .validationMultipleErrors, text: "Multiple validation errors occurred.")
  }

  /// Several independent errors as one of the given code; one is thrown bare.
  static func combine(
    _ errors: [any Error], code: CocoaError.Code, text: String
  ) -> (any Error)? {
    let flat = errors.flatMap { details(of: $0, code: code) }
    guard flat.count > 1 else { return flat.first }
    return ErrorBuilder(code).described(text).with(NSDetailedErrorsKey, flat).error
  }

  private static func details(of error: any Error, code: CocoaError.Code) -> [any Error] {
    guard let cocoa = error as? CocoaError, cocoa.code == code,
      let details = cocoa.userInfo[NSDetailedErrorsKey] as? [any Error]
    else { return [error] }
    return details
  }
}

/// A client store answered with what its method must not give: 134060 where the caller can throw;
/// elsewhere the program stops with the same sentence.
enum WrongAnswer {
  private static let key = "CDWrongAnswer"

  /// - Parameter sentence: names the store's class and method, and says what to answer.
  static func error(_ sentence: String, of store: NSPersistentStore) -> CocoaError {
    CocoaError.make(
      .coreData, reason: sentence,
      userInfo: [
        "NSExceptionName": ExceptionName.invalidArgument.rawValue,
        NSAffectedStoresErrorKey: [store], key: true,
      ])
  }

  /// Stops the program if an error that goes no further is of this kind.
  static func report(_ error: any Error) {
    guard let cocoa = error as? CocoaError, cocoa.userInfo[key] != nil else { return }
    raise(.invalidArgument, cocoa.userInfo["reason"] as? String ?? "\(cocoa)")
  }
}
