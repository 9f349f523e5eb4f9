// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A kind of change that a port makes by itself. The raw values are part of the tool's interface.
package enum EditTopic: String, CaseIterable, Sendable {
  /// `arguments: getVaList(list)` made `argumentArray: list`.
  case argumentList = "argument-list"
  /// `@objc`, `@objc(Name)`, `@objcMembers` taken away.
  case attribute = "objc-attribute"
  /// `@objc protocol` made one of objects.
  case classBound = "class-bound-protocol"
  /// `FileProtectionType.complete as NSObject` made a string before the cast.
  case fileProtection = "file-protection"
  /// `#keyPath` made a string.
  case keyPath = "key-path"
  /// `#selector` of a comparison made a `Selector`.
  case selector
  /// An import added, or one of a submodule made that of the module.
  case moduleImport = "import"
  /// `Foundation.` before a class that this library has made `CoreData.`.
  case moduleName = "module-name"
  /// `delegate?.controllerWillChangeContent?(self)` made a call of what is there.
  case optionalCall = "optional-call"
  /// `override init` made `required init`.
  case requiredInitialiser = "required-initialiser"
}

/// A kind of code that a person has to look at. The raw values are part of the tool's interface,
/// and headings of `docs/porting.md`.
package enum RemainderTopic: String, CaseIterable, Sendable {
  case absentSymbol = "absent-symbol"
  case applePlatform = "apple-platform"
  case autoreleasePool = "autorelease-pool"
  case coding
  case designatedInitialiser = "designated-initialiser"
  case dynamicMember = "dynamic"
  case keyPath = "key-path"
  case observing = "key-value-observing"
  case objectiveCProtocol = "objc-protocol"
  case runtime = "objc-runtime"
  case override = "override-in-extension"
  case renamedClass = "renamed-class"
  case requestCast = "request-cast"
  case selector
  case setLiteral = "set-literal"
  case validation = "validation-method"
}
