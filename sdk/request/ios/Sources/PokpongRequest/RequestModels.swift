import Foundation

/// A text in both languages.
public struct Words: Decodable {
    public let th: String
    public let en: String

    public func text(in language: String) -> String { language == "en" ? en : th }
}

/// A right that the form offers.
public struct OfferedRight: Decodable {
    public let rightRequestId: String
    /// Of a right of the act (`ACCESS`, `WITHDRAWAL`); nil: the organisation's own.
    public let code: String?
    public let name: Words
    public let description: Words
    public let example: Words
    /// In which the organisation answers.
    public let days: Int
    /// What may be chosen below it; requests name them by their places, from 0.
    public let options: [Words]
    /// In baht.
    public let fee: Int
}

/// The form in force, as it is published.
public struct RequestForm: Decodable {
    public struct Controller: Decodable {
        public let name: Words
        public let privacyPolicyUrl: String
    }

    public let dsrmFormId: String
    public let version: Int
    public let title: Words
    public let detail: Words
    public let terms: Words
    public let submittedTitle: Words
    public let submittedDetail: Words
    public let rights: [OfferedRight]
    public let controller: Controller
    /// #rrggbb, readable under white.
    public let themeColor: String
    /// The consent form that a withdrawal is about; nil: there is none.
    public let consentUUID: String?
}

/// Who asks, or their guardian. One of e-mail and telephone must be there; a telephone number has at most 10 digits.
public struct Identity: Encodable, Equatable {
    public let firstName: String
    public let lastName: String
    public let email: String
    public let telephone: String

    public init(firstName: String, lastName: String, email: String = "", telephone: String = "") {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.telephone = telephone
    }
}

/// Age of the data subject; the birth date is not asked.
public enum AgeBand: String, Encodable, CaseIterable {
    case adult = "ADULT"
    /// Under twenty and not married.
    case minor = "MINOR"
    /// Ten or younger: the guardian asks for them.
    case child = "CHILD"
}

/// What is asked for.
public struct DataRequest: Equatable {
    public var rightId: String
    /// Places of the chosen options, from 0.
    public var options: [Int]
    public var additionalOption: String
    public var detail: String
    public var ageBand: AgeBand
    /// Needed for anybody but adults (PDPA section 20).
    public var guardian: Identity?

    public init(
        rightId: String, options: [Int] = [], additionalOption: String = "", detail: String = "",
        ageBand: AgeBand = .adult, guardian: Identity? = nil
    ) {
        self.rightId = rightId
        self.options = options
        self.additionalOption = additionalOption
        self.detail = detail
        self.ageBand = ageBand
        self.guardian = guardian
    }
}

/// The request was received, durably.
public struct ReceivedRequest: Decodable {
    /// The number by which people speak of it.
    public let requestId: String
    /// Until when the data subject is to confirm who they are, ISO 8601.
    public let verifyBy: String
    /// A token vouched for them: nothing is left to confirm.
    public let verified: Bool
    /// To whom a link was mailed: SUBJECT, GUARDIAN.
    public let mailedTo: [String]?
    /// Who confirms the request by that link: SUBJECT, GUARDIAN. Without a link the organisation contacts them.
    public let toConfirm: [String]?
}

/// No answer, or a no from the server.
public struct RequestFailure: LocalizedError {
    /// The server's stable code (`requestSubmission.notFound`), or `network`.
    public let code: String
    /// For a person, in the language of the call: of a wrong field, what is wrong with it.
    public let message: String
    public let status: Int

    public var errorDescription: String? { message }
    /// It is not known whether the request was recorded: send the same one again, with the same key.
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
    let dsrmRequestFormId: String
    let dsrmRequestFormVersion: Int
    let uid: String
    let consentUUID: String?
    let identityValidation: Identity
    let ageBand: AgeBand
    let hasGuardian: Bool
    let guardianInformation: Identity?
    let rightRequestId: String
    let selectedRightRequestOptions: [Int]
    let additionalRequestOption: String
    let requestDetail: String
    let collectionChannel: String
    let language: String
    let token: String?
    var work: Work? = nil
}

struct Work: Encodable {
    let challenge: String
    let answer: Int
}

struct WorkChallenge: Decodable {
    let challenge: String
    let bits: Int
}
