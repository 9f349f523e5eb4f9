// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// On Apple's platforms these bridge to objects and so are arguments of C style. Clients write
// `date as CVarArg`; here that has to compile. Where such an argument does reach a C function, as
// in `String(format: "%@", date as CVarArg)`, it is the object.
//
// Relies on `_cVarArgEncoding`, the requirement of `CVarArg` that the standard library does not
// document: the words that a C function reads. Without it, or with conformances of Foundation's own,
// this does not compile; `RuntimeTests` reads the word.

extension NSObject: @retroactive CVarArg {
  /// The address of the object, which the caller keeps alive.
  public var _cVarArgEncoding: [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
  }
}

extension Date: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(self as NSDate) }
}

extension Data: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(self as NSData) }
}

extension UUID: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(self as NSUUID) }
}

extension URL: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(self as NSURL) }
}

extension Decimal: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(self as NSDecimalNumber) }
}

extension Array: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(NSArray(array: self)) }
}

extension Set: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] { encodedObject(NSSet(set: self)) }
}

extension Dictionary: @retroactive CVarArg {
  /// The address of the bridged object.
  public var _cVarArgEncoding: [Int] {
    encodedObject(
      NSDictionary(objects: values.map { $0 }, forKeys: keys.map { NSString(string: "\($0)") }))
  }
}

// Nobody releases an argument after the call, so a temporary has to outlive it for good.
private func encodedObject(_ object: NSObject) -> [Int] {
  [Int(bitPattern: Unmanaged.passRetained(object).toOpaque())]
}
