import Foundation

/// Asks for consent and tells what is allowed.
public final class PokpongConsent {
    public let settings: ConsentSettings
    private let uid: String
    private let name: String
    private let source: String
    private let token: (() async throws -> String)?
    private let session: URLSession

    /// - Parameters:
    ///   - uid: the data subject's id in your own system, at most 200 characters
    ///   - name: kept with the proof of consent
    ///   - source: where the choice is made, for the statistics
    ///   - token: proves who this is: fetches a fresh token from your own server at each call; some forms ask for one
    public init(settings: ConsentSettings, uid: String, name: String = "", source: String = "iOS", token: (() async throws -> String)? = nil) {
        self.settings = settings
        self.uid = uid
        self.name = name
        self.source = source
        self.token = token
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 12
        session = URLSession(configuration: configuration)
    }

    /// The application's form in force; a deactivated one without purposes, to withdraw. Throws `ConsentFailure`.
    public func form() async throws -> ConsentForm {
        let form: ConsentForm = try await call("consent-versions/application/\(settings.applicationId)", query: "deactivated=true")
        if let expected = settings.formId, expected != form.consentUUID {
            throw ConsentFailure(code: "otherForm", message: "The application has another form than this app expects.", status: 0)
        }
        return form
    }

    /// What is allowed now; nothing by a deactivated form. Throws `ConsentFailure`.
    public func status(of form: ConsentForm) async throws -> ConsentStatus {
        if form.purposes.isEmpty { return ConsentStatus() }
        let body = Lookup(uid: uid, token: try await fetchedToken(), handle: handle)
        return try await answer("user-consents/consent/\(form.consentUUID)/version/\(form.version)/get-user-consent", body: JSONEncoder().encode(body))
    }

    /// Records a choice: ids of all purposes that are allowed from now on; none declines, or withdraws.
    /// Answers once it is durable. Throws `ConsentFailure`.
    ///
    /// - Parameter key: a choice with the same key is recorded once: after `ConsentFailure.isUnanswered`, pass it again
    public func submit(
        _ form: ConsentForm, purposes: Set<String>, language: String = "th", guardian: Guardian? = nil, key: String = UUID().uuidString
    ) async throws -> ConsentStatus {
        let allowed = form.purposes.map(\.uuid).filter(purposes.contains)
        let body = Submission(
            uid: uid, name: name, consentUUID: form.consentUUID, consentVersion: form.version,
            action: allowed.isEmpty ? "NONE" : allowed.count == form.purposes.count ? "ALL" : "ACCEPT",
            purposeUUIDs: allowed, language: language, collectionChannel: "Mobile App", source: source,
            hasGuardian: guardian != nil, guardianInformation: guardian, token: try await fetchedToken(), handle: handle
        )
        let data = try JSONEncoder().encode(body)
        var attempt: UInt64 = 1
        while true {
            do {
                return try await answer("user-consents", body: data, key: key, language: language)
            } catch let failure as ConsentFailure {
                // The same key is recorded once, however often it is sent. A refusal stays one.
                guard attempt < 3, failure.isUnanswered else { throw failure }
                try await Task.sleep(nanoseconds: attempt * 500_000_000)
                attempt += 1
            }
        }
    }

    /// Without a token nothing can be sent, whatever kept your server from giving one.
    private func fetchedToken() async throws -> String? {
        do {
            return try await token?()
        } catch {
            throw ConsentFailure(code: "network", message: "The token could not be fetched.", status: 0)
        }
    }

    /// What this app is known by without a token; kept between its starts.
    private var handle: String? {
        get { UserDefaults.standard.string(forKey: handleName) }
        set { UserDefaults.standard.set(newValue, forKey: handleName) }
    }
    private var handleName: String { "pokpong.consent.handle.\(settings.applicationId).\(uid)" }

    private func answer(_ path: String, body: Data, key: String? = nil, language: String? = nil) async throws -> ConsentStatus {
        let status: ConsentStatus = try await call(path, body: body, key: key, language: language)
        if let fresh = status.handle { handle = fresh }
        return status
    }

    private func call<Answer: Decodable>(
        _ path: String, query: String? = nil, body: Data? = nil, key: String? = nil, language: String? = nil
    ) async throws -> Answer {
        var address = URLComponents(url: settings.baseURL.appendingPathComponent("api/v1/\(settings.workspaceId)/\(path)"), resolvingAgainstBaseURL: true)!
        address.query = query
        var request = URLRequest(url: address.url!)
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
            throw ConsentFailure(code: "network", message: error.localizedDescription, status: 0)
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            throw ConsentFailure(code: problem?.code ?? "HTTP", message: problem?.reason ?? "HTTP \(status)", status: status)
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            // An answer that is not what was promised is no answer.
            throw ConsentFailure(code: "network", message: error.localizedDescription, status: 0)
        }
    }
}
