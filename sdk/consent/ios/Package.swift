// swift-tools-version:5.7
import PackageDescription

let package = Package(
    name: "pokpong-consent-ios",
    platforms: [.iOS(.v15)],
    products: [.library(name: "PokpongConsent", targets: ["PokpongConsent"])],
    targets: [.target(name: "PokpongConsent")]
)
