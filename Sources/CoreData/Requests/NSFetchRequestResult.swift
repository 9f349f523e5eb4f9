// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// What a fetch request may return: managed objects, their IDs, dictionaries and numbers.
///
/// `NSFetchRequest` does not constrain its parameter to this protocol, because a protocol type
/// does not conform to its own protocol and `NSFetchRequest<NSFetchRequestResult>` must compile.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
