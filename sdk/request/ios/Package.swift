// swift-tools-version:5.7
import PackageDescription

let package = Package(
    name: "pokpong-request-ios",
    platforms: [.iOS(.v15)],
    products: [.library(name: "PokpongRequest", targets: ["PokpongRequest"])],
    targets: [.target(name: "PokpongRequest")]
)
