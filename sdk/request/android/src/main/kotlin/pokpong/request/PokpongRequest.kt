package pokpong.request

import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.nio.ByteBuffer
import java.security.MessageDigest
import java.util.UUID

/**
 * Sends requests of data subjects. Its calls wait for the network: keep them off the main thread.
 *
 * @param uid the data subject's id in your own system, at most 200 characters; may be empty
 * @param token vouches for who this is: fetches a fresh token from your own server for each request
 */
class PokpongRequest(
    val settings: RequestSettings,
    private val uid: String = "",
    private val token: (() -> String)? = null
) {
    private val api = settings.baseUrl.trimEnd('/') + "/api/v1/" + settings.workspaceId
    private val ofForm = "/dsrm-request-form-versions/" + settings.formId

    /** The form in force. @throws RequestFailure */
    fun form(): RequestForm = reading { formOf(call("$ofForm/latest", null, null)) }

    /**
     * Sends a request. Answers once it is durable. @throws RequestFailure
     *
     * @param key a request with the same key is recorded once: after [RequestFailure.isUnanswered], pass it again
     */
    fun submit(
        form: RequestForm,
        who: Identity,
        request: DataRequest,
        language: String = "th",
        key: String = UUID.randomUUID().toString()
    ): ReceivedRequest {
        val body = JSONObject()
            .put("dsrmRequestFormId", form.id).put("dsrmRequestFormVersion", form.version).put("uid", uid)
            .put("identityValidation", identityJson(who))
            .put("ageBand", request.ageBand.name).put("hasGuardian", request.guardian != null)
            .put("rightRequestId", request.rightId).put("selectedRightRequestOptions", JSONArray(request.options))
            .put("additionalRequestOption", request.additionalOption).put("requestDetail", request.detail)
            .put("collectionChannel", "Mobile App").put("language", language)
        // By it the organisation finds the consent that is withdrawn.
        if (form.rights.any { it.id == request.rightId && it.code == "WITHDRAWAL" }) body.put("consentUUID", form.consentId ?: JSONObject.NULL)
        if (request.guardian != null) body.put("guardianInformation", identityJson(request.guardian))
        if (token != null) body.put("token", fetched(token))
        var attempt = 1
        while (true) {
            try {
                return reading { receivedOf(call("/dsrm-request", body, key, language)) }
            } catch (failure: RequestFailure) {
                if (failure.code == "requestSubmission.workNeeded" && !body.has("work")) {
                    body.put("work", workFor(key, language))
                } else {
                    // The same key is recorded once, however often it is sent. A refusal stays one.
                    if (attempt == ATTEMPTS || !failure.isUnanswered) throw failure
                    Thread.sleep(500L * attempt)
                    attempt += 1
                }
            }
        }
    }

    /** Without a token nothing can be sent, whatever prevented your server from issuing one. */
    private fun fetched(token: () -> String): String =
        try { token() } catch (failure: Exception) { throw RequestFailure("network", "The token could not be fetched.", 0, failure) }

    /** The proof of work that a form requires once it receives many requests. It takes a phone seconds at most. */
    private fun workFor(key: String, language: String): JSONObject = reading {
        val task = call("$ofForm/challenge", null, null, language)
        val challenge = task.getString("challenge")
        JSONObject().put("challenge", challenge).put("answer", answerTo("$challenge:$key:", task.getInt("bits")))
    }

    /** A number for which SHA-256 of the prefix and the number starts with that many zero bits. */
    private fun answerTo(prefix: String, bits: Int): Long {
        val sha256 = MessageDigest.getInstance("SHA-256")
        var answer = 0L
        while (Integer.numberOfLeadingZeros(ByteBuffer.wrap(sha256.digest("$prefix$answer".toByteArray())).getInt()) < bits) answer += 1
        return answer
    }

    private fun call(path: String, body: JSONObject?, key: String?, language: String? = null): JSONObject {
        var connection: HttpURLConnection? = null
        try {
            connection = URL(api + path).openConnection() as HttpURLConnection
            connection.connectTimeout = PATIENCE_MS
            connection.readTimeout = PATIENCE_MS
            connection.setRequestProperty("Accept", "application/json")
            // In which a refusal is explained.
            if (language != null) connection.setRequestProperty("Accept-Language", language)
            if (key != null) connection.setRequestProperty("Idempotency-Key", key)
            if (body != null) {
                connection.requestMethod = "POST"
                connection.doOutput = true
                connection.setRequestProperty("Content-Type", "application/json")
                connection.outputStream.use { it.write(body.toString().toByteArray(Charsets.UTF_8)) }
            }
            val status = connection.responseCode
            val stream = if (status < 400) connection.inputStream else connection.errorStream
            val text = stream?.use { it.readBytes().toString(Charsets.UTF_8) } ?: ""
            if (status in 200..299) return JSONObject(text)
            val problem = try { JSONObject(text) } catch (none: JSONException) { JSONObject() }
            // What is wrong with a field is more specific.
            val reason = problem.optJSONArray("issues")?.optJSONObject(0)?.optString("reason", "") ?: ""
            val message = if (reason.isNotEmpty()) reason else problem.optString("message", "HTTP $status")
            throw RequestFailure(problem.optString("code", "HTTP"), message, status)
        } catch (failure: IOException) {
            throw RequestFailure("network", "Pokpong could not be reached.", 0, failure)
        } finally {
            connection?.disconnect()
        }
    }

    /** An answer that is not what was promised is no answer. */
    private fun <Answer> reading(read: () -> Answer): Answer =
        try { read() } catch (failure: JSONException) { throw RequestFailure("network", "The answer could not be read.", 0, failure) }

    private companion object {
        const val PATIENCE_MS = 12000
        const val ATTEMPTS = 3
    }
}
