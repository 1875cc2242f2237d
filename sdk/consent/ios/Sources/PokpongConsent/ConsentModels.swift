import Foundation

/// A text in both languages; in Thai where it is not translated.
public struct Words: Decodable {
    public let th: String
    public let en: String

    public func text(in language: String) -> String { language == "en" && !en.isEmpty ? en : th }
}

public struct ConsentPurpose: Decodable {
    public let uuid: String
    public let title: Words
    public let description: Words
}

/// The form in force, as it is published. Colours are #rrggbb.
public struct ConsentForm: Decodable {
    public struct Controller: Decodable {
        public let name: Words
    }

    public struct Theme: Decodable {
        public let acceptLabel: Words
        public let declineLabel: Words
        public let acceptBackground: String
        public let acceptText: String
    }

    public let consentUUID: String
    public let version: Int
    public let title: Words
    public let description: Words
    /// None: the form is deactivated, and everything can be withdrawn by it.
    public let purposes: [ConsentPurpose]
    /// The data controller.
    public let controller: Controller
    public let privacyPolicyUrl: String?
    public let askGuardian: Bool
    public let theme: Theme
    public let jwtRequired: Bool

    /// Where the privacy notice is read: one of Pokpong is in Thai unless its address names a language.
    func policyAddress(in language: String) -> String? {
        guard let address = privacyPolicyUrl else { return nil }
        let isOurs = address.range(of: "/notices/[0-9a-f-]{36}/[0-9a-f-]{36}$", options: .regularExpression) != nil
        return isOurs ? address + "?lang=" + language : address
    }
}

/// Who consents for a minor, incompetent or quasi-incompetent person (PDPA section 20).
public struct Guardian: Encodable, Equatable {
    public let firstName: String
    public let lastName: String
    public let email: String
    public let telephone: String

    public init(firstName: String, lastName: String, email: String, telephone: String = "") {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.telephone = telephone
    }
}

/// What is allowed.
public struct ConsentStatus: Decodable {
    /// ALL, ACCEPT (some), NONE or NO_ANSWER.
    public let action: String
    /// Ids of the purposes that are allowed; nothing else is.
    public let purposes: Set<String>
    /// The form asks for other purposes than the ones that were answered, or for one in other words.
    public let askAgain: Bool
    /// Whether the form asks for anything; a deactivated one does not.
    public let asks: Bool
    public var mustAsk: Bool { asks && (action == "NO_ANSWER" || askAgain) }
    let handle: String?

    private enum Keys: String, CodingKey { case action, purposeUUIDs, askAgain, handle }

    public init(from decoder: Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        action = try values.decode(String.self, forKey: .action)
        purposes = try values.decode(Set<String>.self, forKey: .purposeUUIDs)
        askAgain = try values.decodeIfPresent(Bool.self, forKey: .askAgain) ?? false
        asks = true
        handle = try values.decodeIfPresent(String.self, forKey: .handle)
    }

    /// Of a deactivated form, which allows nothing.
    init() {
        action = "NO_ANSWER"
        purposes = []
        askAgain = false
        asks = false
        handle = nil
    }
}

/// No answer, or a no from the server. Nothing may be taken as allowed because of it.
public struct ConsentFailure: LocalizedError {
    /// The server's stable code (`consent.notFound`), or `network`.
    public let code: String
    /// For a person, in the language of the call: of a wrong field, what is wrong with it.
    public let message: String
    public let status: Int

    public var errorDescription: String? { message }
    /// It is not known whether the choice was recorded: send the same one again, with the same key.
    public var isUnanswered: Bool { code == "network" || status >= 500 }
}

struct Problem: Decodable {
    struct Issue: Decodable {
        let reason: String
    }

    let code: String
    let message: String
    let issues: [Issue]?

    /// What is wrong with a field is more specific.
    var reason: String { issues?.first?.reason ?? message }
}

struct Submission: Encodable {
    let uid: String
    let name: String
    let consentUUID: String
    let consentVersion: Int
    let action: String
    let purposeUUIDs: [String]
    let language: String
    let collectionChannel: String
    let source: String
    let hasGuardian: Bool
    let guardianInformation: Guardian?
    let token: String?
    let handle: String?
}

struct Lookup: Encodable {
    let uid: String
    let token: String?
    let handle: String?
}
