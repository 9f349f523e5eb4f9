// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Models that are hard to make data for.
enum BenchModels {
  /// A model's file around its entities.
  static func file(_ entities: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    \(entities)
    </model>
    """
  }

  /// Those that data can be made for, by name.
  static let satisfiable: [String: String] = [
    "rings": rings, "pairs": pairs, "bare": bare, "relationOnly": relationOnly,
    "family": family, "narrow": narrow, "single": single, "everything": everything,
    "patterns": patterns, "required": required, "combination": combination, "symmetric": symmetric,
    "oneWay": oneWay, "denying": denying, "transient": transient, "derived": derived,
  ]

  /// Everything points to its own kind, and must.
  static let rings = file(
    """
    <entity name="Link">
        <attribute name="title" attributeType="String"/>
        <relationship name="next" maxCount="1" deletionRule="Nullify" destinationEntity="Link" inverseName="previous" inverseEntity="Link"/>
        <relationship name="previous" maxCount="1" deletionRule="Nullify" destinationEntity="Link" inverseName="next" inverseEntity="Link"/>
        <relationship name="parent" maxCount="1" deletionRule="Nullify" destinationEntity="Link" inverseName="children" inverseEntity="Link"/>
        <relationship name="children" toMany="YES" minCount="1" deletionRule="Cascade" destinationEntity="Link" inverseName="parent" inverseEntity="Link"/>
    </entity>
    """)

  /// One to one, required on both sides, and a third that one of them needs.
  static let pairs = file(
    """
    <entity name="Person">
        <attribute name="name" attributeType="String"/>
        <relationship name="passport" maxCount="1" deletionRule="Cascade" destinationEntity="Passport" inverseName="holder" inverseEntity="Passport"/>
    </entity>
    <entity name="Passport">
        <attribute name="number" attributeType="Integer 32"/>
        <relationship name="holder" maxCount="1" deletionRule="Deny" destinationEntity="Person" inverseName="passport" inverseEntity="Person"/>
        <relationship name="office" maxCount="1" deletionRule="Nullify" destinationEntity="Office" inverseName="passports" inverseEntity="Office"/>
    </entity>
    <entity name="Office">
        <relationship name="passports" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Passport" inverseName="office" inverseEntity="Passport"/>
    </entity>
    """)

  static let bare = file("<entity name=\"Nothing\"/>\n<entity name=\"Void\"/>")

  static let relationOnly = file(
    """
    <entity name="Edge">
        <relationship name="from" maxCount="1" deletionRule="Nullify" destinationEntity="Node" inverseName="outgoing" inverseEntity="Node"/>
        <relationship name="to" maxCount="1" deletionRule="Nullify" destinationEntity="Node" inverseName="incoming" inverseEntity="Node"/>
    </entity>
    <entity name="Node">
        <relationship name="incoming" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Edge" inverseName="to" inverseEntity="Edge"/>
        <relationship name="outgoing" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Edge" inverseName="from" inverseEntity="Edge"/>
    </entity>
    """)

  /// An abstract root that twenty inherit from, some from one another.
  static let family = file(
    """
    <entity name="Root" isAbstract="YES">
        <attribute name="code" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="things" inverseEntity="Owner"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Owner">
        <attribute name="name" attributeType="String"/>
        <relationship name="things" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Root" inverseName="owner" inverseEntity="Root"/>
    </entity>
    """
      + (1...20).map { number in
        let parent = number > 10 ? "Leaf\(number - 10)" : "Root"
        return """
          <entity name="Leaf\(number)" parentEntity="\(parent)">
              <attribute name="own\(number)" attributeType="Integer 16" minValueString="\(number)" maxValueString="\(number + 5)"/>
          </entity>
          """
      }.joined(separator: "\n"))

  /// Unique over two attributes of few values: 24 objects and no more.
  static let narrow = file(
    """
    <entity name="Seat">
        <attribute name="row" attributeType="Integer 16" minValueString="1" maxValueString="6"/>
        <attribute name="letter" attributeType="String" regularExpressionString="[A-D]"/>
        <attribute name="label" optional="YES" attributeType="String"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="row"/><constraint value="letter"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Booking">
        <attribute name="passenger" attributeType="String"/>
        <relationship name="seat" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Seat"/>
    </entity>
    """)

  /// Attributes with one value each.
  static let single = file(
    """
    <entity name="Constant">
        <attribute name="small" attributeType="Integer 16" minValueString="7" maxValueString="7"/>
        <attribute name="lowest" attributeType="Integer 64" minValueString="-9223372036854775808" maxValueString="-9223372036854775808"/>
        <attribute name="real" attributeType="Double" minValueString="0.1" maxValueString="0.1"/>
        <attribute name="brief" attributeType="Float" minValueString="0.1" maxValueString="0.1"/>
        <attribute name="money" attributeType="Decimal" minValueString="12.34" maxValueString="12.34"/>
        <attribute name="letter" attributeType="String" minValueString="1" maxValueString="1"/>
        <attribute name="day" attributeType="Date" minDateTimeInterval="86400" maxDateTimeInterval="86400"/>
    </entity>
    """)

  /// Every type, optional and not, with bounds, defaults, indexes, composites.
  static let everything = file(
    """
    <composite name="Place"><attribute name="street" attributeType="String"/><attribute name="number" optional="YES" attributeType="Integer 16" minValueString="1" maxValueString="99"/></composite>
    <entity name="Thing">
        <attribute name="i16" attributeType="Integer 16" minValueString="-5" maxValueString="5"/>
        <attribute name="i32" attributeType="Integer 32" defaultValueString="3"/>
        <attribute name="i64" optional="YES" attributeType="Integer 64" maxValueString="-100"/>
        <attribute name="dec" attributeType="Decimal" minValueString="0.5" maxValueString="0.9"/>
        <attribute name="dbl" attributeType="Double" minValueString="-1.5"/>
        <attribute name="flt" optional="YES" attributeType="Float" maxValueString="2.5"/>
        <attribute name="str" attributeType="String" minValueString="30" maxValueString="40"/>
        <attribute name="tiny" attributeType="String" maxValueString="2"/>
        <attribute name="flag" attributeType="Boolean"/>
        <attribute name="day" optional="YES" attributeType="Date" maxDateTimeInterval="0"/>
        <attribute name="bin" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="uid" attributeType="UUID"/>
        <attribute name="link" attributeType="URI"/>
        <attribute name="list" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
        <attribute name="odd" optional="YES" attributeType="Transformable" valueTransformerName="TransformerOfTheApplication"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <relationship name="others" optional="YES" toMany="YES" minCount="2" maxCount="4" deletionRule="Nullify" destinationEntity="Thing" inverseName="followers" inverseEntity="Thing"/>
        <relationship name="followers" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Thing" inverseName="others" inverseEntity="Thing"/>
        <fetchIndex name="byDay"><fetchIndexElement property="day" type="Binary" order="descending"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="uid"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    """)

  /// Texts by regular expressions; the last is beyond what is understood, but optional.
  static let patterns = file(
    """
    <entity name="Form">
        <attribute name="plate" attributeType="String" regularExpressionString="[A-Z]{1,3}-[A-Z]{2} ?\\d{1,4}"/>
        <attribute name="mail" attributeType="String" minValueString="12" regularExpressionString="^[a-z0-9._]+@[a-z]+\\.(com|org|net)$"/>
        <attribute name="hex" attributeType="String" regularExpressionString="(?:[0-9A-F]{2}:){5}[0-9A-F]{2}"/>
        <attribute name="code" attributeType="String" regularExpressionString="[^0-9]\\w*" maxValueString="3"/>
        <attribute name="strange" optional="YES" attributeType="String" regularExpressionString="(?=.*[a-z])(?=.*\\d).{8,}"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="plate"/></uniquenessConstraint><uniquenessConstraint><constraint value="hex"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    """)

  /// To-many relationships that must have some members, and at most some.
  static let required = file(
    """
    <entity name="Team">
        <attribute name="name" attributeType="String"/>
        <relationship name="players" toMany="YES" minCount="3" maxCount="5" deletionRule="Cascade" destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        <relationship name="sponsors" toMany="YES" minCount="2" maxCount="4" deletionRule="Nullify" destinationEntity="Sponsor" inverseName="teams" inverseEntity="Sponsor"/>
    </entity>
    <entity name="Player">
        <attribute name="name" attributeType="String"/>
        <relationship name="team" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="players" inverseEntity="Team"/>
    </entity>
    <entity name="Sponsor">
        <attribute name="name" attributeType="String"/>
        <relationship name="teams" toMany="YES" minCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="sponsors" inverseEntity="Team"/>
    </entity>
    """)

  /// Unique over a relationship and an attribute of three values.
  static let combination = file(
    """
    <entity name="Shelf">
        <attribute name="name" attributeType="String"/>
        <relationship name="slots" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Slot" inverseName="shelf" inverseEntity="Slot"/>
    </entity>
    <entity name="Slot">
        <attribute name="place" attributeType="Integer 16" minValueString="1" maxValueString="3"/>
        <relationship name="shelf" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="slots" inverseEntity="Shelf"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="shelf"/><constraint value="place"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    """)

  /// Relationships that are their own inverses.
  static let symmetric = file(
    """
    <entity name="Person">
        <attribute name="name" attributeType="String"/>
        <relationship name="spouse" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="spouse" inverseEntity="Person"/>
        <relationship name="friends" toMany="YES" minCount="2" deletionRule="Nullify" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
    </entity>
    """)

  /// No inverses.
  static let oneWay = file(
    """
    <entity name="Album">
        <attribute name="title" attributeType="String"/>
        <relationship name="photos" toMany="YES" deletionRule="Nullify" destinationEntity="Photo"/>
    </entity>
    <entity name="Photo">
        <attribute name="title" attributeType="String"/>
        <relationship name="camera" maxCount="1" deletionRule="Nullify" destinationEntity="Camera"/>
    </entity>
    <entity name="Camera">
        <attribute name="brand" attributeType="String"/>
    </entity>
    """)

  /// Nothing may be deleted alone.
  static let denying = file(
    """
    <entity name="House">
        <attribute name="name" attributeType="String"/>
        <relationship name="rooms" toMany="YES" deletionRule="Deny" destinationEntity="Room" inverseName="house" inverseEntity="Room"/>
    </entity>
    <entity name="Room">
        <attribute name="name" attributeType="String"/>
        <relationship name="house" maxCount="1" deletionRule="Deny" destinationEntity="House" inverseName="rooms" inverseEntity="House"/>
    </entity>
    """)

  /// Transient attributes that saving requires.
  static let transient = file(
    """
    <entity name="Draft">
        <attribute name="title" attributeType="String"/>
        <attribute name="session" attributeType="String" transient="YES" syncable="YES"/>
        <attribute name="anything" optional="YES" transient="YES"/>
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="drafts" inverseEntity="Folder"/>
    </entity>
    <entity name="Folder">
        <attribute name="title" attributeType="String"/>
        <relationship name="drafts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Draft" inverseName="folder" inverseEntity="Draft"/>
    </entity>
    """)

  static let derived = file(
    """
    <entity name="Article">
        <attribute name="title" attributeType="String"/>
        <attribute name="folded" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(title)"/>
        <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="notes.@count"/>
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="article" inverseEntity="Note"/>
    </entity>
    <entity name="Note">
        <relationship name="article" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Article" inverseName="notes" inverseEntity="Article"/>
    </entity>
    """)

  /// No finite data fits: each needs two of its own kind that have no other.
  static let impossible = file(
    """
    <entity name="Cell">
        <relationship name="parent" maxCount="1" deletionRule="Nullify" destinationEntity="Cell" inverseName="children" inverseEntity="Cell"/>
        <relationship name="children" toMany="YES" minCount="2" deletionRule="Nullify" destinationEntity="Cell" inverseName="parent" inverseEntity="Cell"/>
    </entity>
    """)

  /// Two configurations, an entity in both, one whose requirement lies elsewhere.
  static let configurations = file(
    """
    <entity name="Place">
        <attribute name="name" attributeType="String"/>
        <relationship name="visits" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Visit" inverseName="place" inverseEntity="Visit"/>
    </entity>
    <entity name="Visit">
        <attribute name="day" attributeType="Date"/>
        <relationship name="place" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Place" inverseName="visits" inverseEntity="Place"/>
    </entity>
    <entity name="Tag">
        <attribute name="word" attributeType="String"/>
    </entity>
    <configuration name="Atlas"><memberEntity name="Place"/><memberEntity name="Tag"/></configuration>
    <configuration name="Diary"><memberEntity name="Visit"/><memberEntity name="Tag"/></configuration>
    """)
}
