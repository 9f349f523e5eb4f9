// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Value transformers, which Foundation on Linux does not have.
@Suite struct TransformerSurfaceTests {
  private final class Reversing: ValueTransformer, @unchecked Sendable {
    override class func transformedValueClass() -> AnyClass { NSString.self }

    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { String($0.reversed()) }
    }
  }

  private final class Names: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [NSString.self] }
  }

  @Test func aTransformerIsFoundByItsName() {
    let name = NSValueTransformerName("Reversing-\(UUID().uuidString)")
    #expect(NSValueTransformerName(rawValue: name.rawValue) == name)
    #expect(ValueTransformer.valueTransformer(forName: name) == nil)
    ValueTransformer.setValueTransformer(Reversing(), forName: name)
    #expect(ValueTransformer.valueTransformer(forName: name) is Reversing)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer.valueTransformer(forName: name) == nil)
  }

  @Test func aTransformerWorksBothWaysUnlessItSaysOtherwise() {
    #expect(Reversing.transformedValueClass() is NSString.Type)
    #expect(Reversing.allowsReverseTransformation())
    #expect(Reversing().transformedValue("ab") as? String == "ba")
    #expect(Reversing().reverseTransformedValue("ba") as? String == "ab")
    #expect(ValueTransformer.transformedValueClass() is NSObject.Type)
    #expect(ValueTransformer().transformedValue("ab") as? String == "ab")
  }

  @Test func theBuiltInTransformerReadsTheClassesThatItAllows() throws {
    for name in [
      NSValueTransformerName.secureUnarchiveFromDataTransformerName,
      .keyedUnarchiveFromDataTransformerName,
    ] {
      let transformer = ValueTransformer.valueTransformer(forName: name)
      #expect(transformer is NSSecureUnarchiveFromDataTransformer)
    }
    let text = try #require(Names().reverseTransformedValue("a" as NSString))
    #expect(Names().transformedValue(text) as? String == "a")
    let other = try #require(Names().reverseTransformedValue(UUID() as NSUUID))
    #expect(Names().transformedValue(other) == nil)
    let everything = NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses
    #expect(everything.contains { $0 == NSNumber.self })
  }
}
