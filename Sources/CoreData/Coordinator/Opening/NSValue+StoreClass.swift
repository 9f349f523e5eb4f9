// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension NSValue {
  /// The store class in a value of ``NSPersistentStoreCoordinator/registeredStoreTypes``; nil for a
  /// class that is not registered. Our addition: a value here has no pointer.
  public var storeClass: AnyClass? {
    var address = UInt(0)
    guard String(cString: objCType) == NSValue.addressType else { return nil }
    getValue(&address)
    return StoreRegistry.classesByType.values.first { NSValue.address(of: $0) == address }
  }

  /// Returns the value of a store class: its address.
  static func ofStoreClass(_ storeClass: AnyClass) -> NSValue {
    var address = address(of: storeClass)
    return NSValue(bytes: &address, objCType: addressType)
  }

  private static let addressType = "Q"

  private static func address(of storeClass: AnyClass) -> UInt {
    UInt(bitPattern: ObjectIdentifier(storeClass))
  }
}
