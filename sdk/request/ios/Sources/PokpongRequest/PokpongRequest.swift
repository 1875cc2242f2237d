import CryptoKit
import Foundation

/// Sends requests of data subjects.
public final class PokpongRequest {
    public let settings: RequestSettings
    private let uid: String
    private let token: (() async throws -> String)?
    private let session: URLSession

    /// - Parameters:
    ///   - uid: the data subject's id in your own system, at most 200 characters; may be empty
    ///   - token: vouches for who this is: fetches a fresh token from your own server for each request
    public init(settings: RequestSettings, uid: String = "", token: (() async throws -> String)? = nil) {
        self.settings = settings
        self.uid = uid
        self.token = token
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 12
        session = URLSession(configuration: configuration)
    }

    /// The form in force. Throws `RequestFailure`.
    public func form() async throws -> RequestForm {
        try await call("dsrm-request-form-versions/\(settings.formId)/latest")
    }

    /// Sends a request. Answers once it is durable. Throws `RequestFailure`.
    ///
    /// - Parameter key: a request with the same key is recorded once: after `RequestFailure.isUnanswered`, pass it again
    public func submit(
        _ request: DataRequest, by who: Identity, to form: RequestForm, language: String = "th", key: String = UUID().uuidString
    ) async throws -> ReceivedRequest {
        // By it the organisation finds the consent that is withdrawn.
        let withdraws = form.rights.contains { $0.rightRequestId == request.rightId && $0.code == "WITHDRAWAL" }
        var body = Submission(
            dsrmRequestFormId: form.dsrmFormId, dsrmRequestFormVersion: form.version, uid: uid,
            consentUUID: withdraws ? form.consentUUID : nil, identityValidation: who,
            ageBand: request.ageBand, hasGuardian: request.guardian != nil, guardianInformation: request.guardian,
            rightRequestId: request.rightId, selectedRightRequestOptions: request.options,
            additionalRequestOption: request.additionalOption, requestDetail: request.detail,
            collectionChannel: "Mobile App", language: language, token: try await fetchedToken()
        )
        var attempt: UInt64 = 1
        while true {
            do {
                return try await call("dsrm-request", body: JSONEncoder().encode(body), key: key, language: language)
            } catch let failure as RequestFailure {
                if failure.code == "requestSubmission.workNeeded", body.work == nil {
                    body.work = try await work(for: key, language)
                    continue
                }
                // The same key is recorded once, however often it is sent. A refusal stays one.
                guard attempt < 3, failure.isUnanswered else { throw failure }
                try await Task.sleep(nanoseconds: attempt * 500_000_000)
                attempt += 1
            }
        }
    }

    /// Without a token nothing can be sent, whatever prevented your server from issuing one.
    private func fetchedToken() async throws -> String? {
        do {
            return try await token?()
        } catch {
            throw RequestFailure(code: "network", message: "The token could not be fetched.", status: 0)
        }
    }

    /// The proof of work that a form requires once it receives many requests. It takes a phone seconds at most.
    private func work(for key: String, _ language: String) async throws -> Work {
        let task: WorkChallenge = try await call("dsrm-request-form-versions/\(settings.formId)/challenge", language: language)
        var answer = 0
        while zeroBits(of: "\(task.challenge):\(key):\(answer)") < task.bits { answer += 1 }
        return Work(challenge: task.challenge, answer: answer)
    }

    /// The number of zero bits that SHA-256 of a text starts with, at most 32.
    private func zeroBits(of text: String) -> Int {
        SHA256.hash(data: Data(text.utf8)).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.leadingZeroBitCount
    }

    private func call<Answer: Decodable>(
        _ path: String, body: Data? = nil, key: String? = nil, language: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: settings.baseURL.appendingPathComponent("api/v1/\(settings.workspaceId)/\(path)"))
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body = body {
            request.httpMethod = "POST"
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        // In which a refusal is explained.
        if let language = language { request.setValue(language, forHTTPHeaderField: "Accept-Language") }
        if let key = key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await session.data(for: request)
        } catch {
            throw RequestFailure(code: "network", message: error.localizedDescription, status: 0)
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            throw RequestFailure(code: problem?.code ?? "HTTP", message: problem?.reason ?? "HTTP \(status)", status: status)
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            // An answer that is not what was promised is no answer.
            throw RequestFailure(code: "network", message: error.localizedDescription, status: 0)
        }
    }
}
