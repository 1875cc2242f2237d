package pokpong.consent

import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.util.UUID

/**
 * Asks for consent and tells what is allowed. Its calls wait for the network: keep them off the main thread.
 *
 * @param uid the data subject's id in your own system, at most 200 characters
 * @param name kept with the proof of consent
 * @param source where the choice is made, for the statistics
 * @param token proves who this is: fetches a fresh token from your own server at each call; some forms ask for one
 * @param handles keeps what this app is known by without a token; [PreferencesHandles] does
 */
class PokpongConsent(
    val settings: ConsentSettings,
    private val uid: String,
    private val name: String = "",
    private val source: String = "Android",
    private val token: (() -> String)? = null,
    private val handles: HandleStore? = null
) {
    private val api = settings.baseUrl.trimEnd('/') + "/api/v1/" + settings.workspaceId

    /** The application's form in force; a deactivated one without purposes, to withdraw. @throws ConsentFailure */
    fun form(): ConsentForm {
        val form = reading { formOf(call("/consent-versions/application/" + settings.applicationId + "?deactivated=true", null, null)) }
        if (settings.formId != null && settings.formId != form.id) throw ConsentFailure("otherForm", "The application has another form than this app expects.")
        return form
    }

    /** What is allowed now; nothing by a deactivated form. @throws ConsentFailure */
    fun status(form: ConsentForm): ConsentStatus {
        if (form.purposes.isEmpty()) return ConsentStatus("NO_ANSWER", emptySet(), askAgain = false, asks = false)
        val body = JSONObject().put("uid", uid)
        return answer("/user-consents/consent/${form.id}/version/${form.version}/get-user-consent", signed(body), null)
    }

    /**
     * Records a choice: ids of all purposes that are allowed from now on; none declines, or withdraws.
     * Answers once it is durable. @throws ConsentFailure
     *
     * @param key a choice with the same key is recorded once: after [ConsentFailure.isUnanswered], pass it again
     */
    fun submit(
        form: ConsentForm,
        purposes: Collection<String>,
        language: String = "th",
        guardian: Guardian? = null,
        key: String = UUID.randomUUID().toString()
    ): ConsentStatus {
        val allowed = form.purposes.map { it.id }.filter { it in purposes }
        val action = if (allowed.isEmpty()) "NONE" else if (allowed.size == form.purposes.size) "ALL" else "ACCEPT"
        val body = JSONObject()
            .put("uid", uid).put("name", name).put("consentUUID", form.id).put("consentVersion", form.version)
            .put("action", action).put("purposeUUIDs", JSONArray(allowed)).put("language", language)
            .put("collectionChannel", "Mobile App").put("source", source).put("hasGuardian", guardian != null)
        if (guardian != null) {
            body.put("guardianInformation", JSONObject().put("firstName", guardian.firstName).put("lastName", guardian.lastName).put("email", guardian.email).put("telephone", guardian.telephone))
        }
        val complete = signed(body)
        var attempt = 1
        while (true) {
            try {
                return answer("/user-consents", complete, key, language)
            } catch (failure: ConsentFailure) {
                // The same key is recorded once, however often it is sent. A refusal stays one.
                if (attempt == ATTEMPTS || !failure.isUnanswered) throw failure
                Thread.sleep(500L * attempt)
                attempt += 1
            }
        }
    }

    private val handleName = "handle." + settings.applicationId + "." + uid

    /** With everything that says who calls. */
    private fun signed(body: JSONObject): JSONObject {
        if (token != null) body.put("token", fetched(token))
        handles?.get(handleName)?.let { body.put("handle", it) }
        return body
    }

    /** Without a token nothing can be sent, whatever kept your server from giving one. */
    private fun fetched(token: () -> String): String =
        try { token() } catch (failure: Exception) { throw ConsentFailure("network", "The token could not be fetched.", 0, failure) }

    private fun answer(path: String, body: JSONObject, key: String?, language: String? = null): ConsentStatus = reading {
        val json = call(path, body, key, language)
        val handle = json.optString("handle", "")
        if (handle.isNotEmpty()) handles?.set(handleName, handle)
        statusOf(json)
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
            throw ConsentFailure(problem.optString("code", "HTTP"), message, status)
        } catch (failure: IOException) {
            throw ConsentFailure("network", "Pokpong could not be reached.", 0, failure)
        } finally {
            connection?.disconnect()
        }
    }

    /** An answer that is not what was promised is no answer. */
    private fun <Answer> reading(read: () -> Answer): Answer =
        try { read() } catch (failure: JSONException) { throw ConsentFailure("network", "The answer could not be read.", 0, failure) }

    private companion object {
        const val PATIENCE_MS = 12000
        const val ATTEMPTS = 3
    }
}
