// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Models that the tests write to disk.
enum Models {
  static let garage = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Vehicle" representedClassName="Vehicle" isAbstract="YES">
            <attribute name="wheels" attributeType="Integer 16" defaultValueString="4" usesScalarValueType="YES"/>
            <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="vehicles" inverseEntity="Person"/>
        </entity>
        <entity name="Car" representedClassName=".Car" parentEntity="Vehicle" codeGenerationType="class">
            <attribute name="plate" optional="YES" attributeType="String"/>
            <fetchIndex name="byPlate">
                <fetchIndexElement property="plate" type="Binary" order="descending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="plate"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Person" representedClassName=".Person" codeGenerationType="class">
            <attribute name="name" attributeType="String"/>
            <relationship name="vehicles" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Vehicle" inverseName="owner" inverseEntity="Vehicle"/>
            <fetchedProperty name="namesakes" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Person" predicateString="name == $FETCH_SOURCE.name"/>
            </fetchedProperty>
        </entity>
        <fetchRequest name="named" entity="Person" predicateString="name == $NAME"/>
        <configuration name="People">
            <memberEntity name="Person"/>
        </configuration>
    </model>
    """

  /// The relationship on line 5 leads nowhere.
  static let withUnknownDestination = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person">
            <attribute name="name" attributeType="String"/>
            <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Boss"/>
        </entity>
    </model>
    """

  /// The element opened on line 3 is closed by another on line 5.
  static let notWellFormed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person">
            <attribute name="name" attributeType="String"/>
        </model>
    """
}
