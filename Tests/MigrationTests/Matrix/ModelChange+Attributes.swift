// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// R-PSC-535
extension ModelChange {
  static let attributes = [
    ModelChange(
      "an attribute is added", from: "Car\n  name String", to: "Car\n  name String\n  seats Int16"),
    ModelChange(
      "an attribute with a default is added", from: "Car\n  name String",
      to: "Car\n  name String\n  seats Int16 = 4"
    ) { $0.change("Car") { $0.fill("seats", "4") } },
    ModelChange(
      "required attributes of every type are added", from: "Car\n  name String",
      to: """
        Car
          name String
          a Int16! = 1
          b Int32! = 2
          c Int64! = 3
          d Decimal! = 4.5
          e Double! = 5.25
          f Float! = 6.5
          g String! = seven
          h Bool! = true
          i Date! = 9
          j Data! = ten
          k UUID! = E621E1F8-C36C-495A-93FC-0C247A3E6E5F
          l URI! = https://example.com/12
        """
    ) {
      $0.change("Car") { car in
        car.attributes.merge([
          "a": "1", "b": "2", "c": "3", "d": "4.5", "e": "5.25", "f": "6.5", "g": "seven",
          "h": "1", "i": "9.0", "j": "dGVu", "k": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
          "l": "https://example.com/12",
        ]) { $1 }
      }
    },
    ModelChange(
      "an attribute is removed", from: "Car\n  name String\n  seats Int16", to: "Car\n  name String"
    ) { $0.change("Car") { $0.remove("seats") } },
    ModelChange(
      "an attribute is renamed", from: "Car\n  name String", to: "Car\n  title String was name"
    ) { $0.change("Car") { $0.rename("name", to: "title") } },
    ModelChange(
      "attributes exchange their names", from: "Car\n  a String\n  b String",
      to: "Car #2\n  a String was b\n  b String was a"
    ) {
      $0.change("Car") {
        $0.rename("a", to: "c")
        $0.rename("b", to: "a")
        $0.rename("c", to: "b")
      }
    },
    ModelChange(
      "an attribute is replaced by one of the same name", from: "Car\n  a String\n  b String",
      to: "Car\n  a String was b"
    ) {
      $0.change("Car") {
        $0.remove("a")
        $0.rename("b", to: "a")
      }
    },
    ModelChange(
      "one attribute becomes three", from: "Car\n  a String\n  b Int32",
      to: "Car\n  a String\n  c String was a\n  d String was a\n  e Int64 was b\n  f Int32 was b"
    ) {
      $0.change("Car") { car in
        car.attributes["c"] = car.attributes["a"]
        car.attributes["d"] = car.attributes["a"]
        car.attributes["f"] = car.attributes["b"]
        car.rename("b", to: "e")
      }
    },
    ModelChange(
      "a required attribute becomes optional", from: "Car\n  name String!",
      to: "Car\n  name String"),
    ModelChange(
      "an optional attribute becomes required", from: "Car\n  name String\n  seats Int16",
      to: "Car\n  name String! = none\n  seats Int16"
    ) { $0.change("Car") { $0.fill("name", "none") } },
    ModelChange(
      "only modifiers change", from: "Car\n  name String", to: "Car #2\n  name String #3"),
    ModelChange(
      "a transient attribute is stored", from: "Car\n  name String\n  seats Int16 transient",
      to: "Car\n  name String\n  seats Int16"),
    ModelChange(
      "an attribute becomes transient", from: "Car\n  name String\n  seats Int16",
      to: "Car\n  name String\n  seats Int16 transient"
    ) { $0.change("Car") { $0.remove("seats") } },
    ModelChange(
      "an attribute is preserved in the history", from: "Car\n  name String",
      to: "Car\n  name String preserved"),
    ModelChange(
      "external values stay", from: "Car\n  name String\n  image Data external",
      to: "Car\n  name String\n  image Data external\n  seats Int16"),
    ModelChange(
      "a derived attribute is added", from: "Car\n  name String!",
      to: "Car\n  name String!\n  twin String derived name"
    ) { $0.change("Car") { $0.attributes["twin"] = $0.attributes["name"] } },
    ModelChange(
      "a derived attribute changes its source",
      from: "Car\n  a String!\n  b String!\n  c String derived a",
      to: "Car\n  a String!\n  b String!\n  c String derived b"
    ) { $0.change("Car") { $0.attributes["c"] = $0.attributes["b"] } },
    ModelChange(
      "a constraint is added", from: "Car\n  name String!",
      to: "Car\n  name String!\n  unique name"),
    ModelChange(
      "a constraint is removed", from: "Car\n  name String!\n  unique name",
      to: "Car\n  name String!"),
  ]
}
