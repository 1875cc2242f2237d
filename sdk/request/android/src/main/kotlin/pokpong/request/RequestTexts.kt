package pokpong.request

import java.text.ParseException
import java.text.SimpleDateFormat
import java.util.Calendar
import java.util.Date
import java.util.GregorianCalendar
import java.util.Locale
import java.util.TimeZone

private val THAI_MONTHS = listOf("มกราคม", "กุมภาพันธ์", "มีนาคม", "เมษายน", "พฤษภาคม", "มิถุนายน", "กรกฎาคม", "สิงหาคม", "กันยายน", "ตุลาคม", "พฤศจิกายน", "ธันวาคม")
private val MONTHS = listOf("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")

/** A telephone number as the server takes it: nothing between its digits, `#` before an extension, 0 in place of +66. */
internal fun telephoneOf(typed: String): String =
    typed.map { if (it in '๐'..'๙') '0' + (it - '๐') else it }.joinToString("")
        .replace(Regex("ext\\.?|ต่อ|x", RegexOption.IGNORE_CASE), "#")
        .replace(Regex("[\\s\\u00a0().\\-\\u2013]"), "")
        .replace(Regex("^\\+66"), "0")

/** What follows once a request was received: who confirms it, how, and until when. */
internal fun whatFollows(received: ReceivedRequest, who: Identity, request: DataRequest, language: String): String {
    fun say(th: String, en: String) = if (language == "en") en else th
    if (received.verified) return say("ยืนยันตัวตนแล้ว องค์กรเริ่มดำเนินการได้ทันที", "Your identity is confirmed; the organisation can start now.")
    val date = dayText(received.verifyBy, language)
    val mailed = received.toConfirm.filter { it in received.mailedTo }
    val email = mailed.map { if (it == "GUARDIAN") request.guardian?.email ?: "" else who.email }.joinToString(", ")
    val how =
        if (email.isEmpty()) say("องค์กรจะติดต่อท่านเพื่อยืนยันตัวตนภายใน $date", "The organisation will contact you to confirm your identity by $date.")
        else say("โปรดยืนยันตัวตนภายใน $date จากอีเมลที่ส่งถึง $email มิฉะนั้นคำขอจะปิด", "Confirm your identity by $date with the email sent to $email, or the request is closed.")
    val both = say("ผู้ขอและผู้ปกครองต้องยืนยันทั้งสองคน", "Both the data subject and the guardian must confirm.")
    return if (received.toConfirm.size > 1) "$how $both" else how
}

/** The day of an instant (ISO 8601) in Bangkok, as people there write it: the Buddhist era in Thai. */
private fun dayText(instant: String, language: String): String {
    val reader = SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss", Locale.US)
    reader.timeZone = TimeZone.getTimeZone("UTC")
    val at: Date = (try { reader.parse(instant) } catch (wrong: ParseException) { null }) ?: return instant
    val day = GregorianCalendar(TimeZone.getTimeZone("Asia/Bangkok"), Locale.US)
    day.time = at
    val (month, year) = listOf(day.get(Calendar.MONTH), day.get(Calendar.YEAR))
    return "${day.get(Calendar.DAY_OF_MONTH)} ${(if (language == "en") MONTHS else THAI_MONTHS)[month]} ${if (language == "en") year else year + 543}"
}
