import 'models.dart';

const _thaiMonths = ['มกราคม', 'กุมภาพันธ์', 'มีนาคม', 'เมษายน', 'พฤษภาคม', 'มิถุนายน', 'กรกฎาคม', 'สิงหาคม', 'กันยายน', 'ตุลาคม', 'พฤศจิกายน', 'ธันวาคม'];
const _months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/// A day in Bangkok, as people there write it: the Buddhist era in Thai.
String _dayText(DateTime at, String language) {
  final day = at.toUtc().add(const Duration(hours: 7));
  return language == 'en' ? '${day.day} ${_months[day.month - 1]} ${day.year}' : '${day.day} ${_thaiMonths[day.month - 1]} ${day.year + 543}';
}

/// What follows once a request was received: who confirms it, how, and until when.
String whatFollows(ReceivedRequest received, Identity who, DataRequest request, String language) {
  String say(String th, String en) => language == 'en' ? en : th;
  if (received.verified) return say('ยืนยันตัวตนแล้ว องค์กรเริ่มดำเนินการได้ทันที', 'Your identity is confirmed; the organisation can start now.');
  final date = _dayText(received.verifyBy, language);
  final mailed = received.toConfirm.where(received.mailedTo.contains);
  final email = [for (final person in mailed) person == 'GUARDIAN' ? request.guardian?.email ?? '' : who.email].join(', ');
  final how = email.isEmpty
      ? say('องค์กรจะติดต่อท่านเพื่อยืนยันตัวตนภายใน $date', 'The organisation will contact you to confirm your identity by $date.')
      : say('โปรดยืนยันตัวตนภายใน $date จากอีเมลที่ส่งถึง $email มิฉะนั้นคำขอจะปิด', 'Confirm your identity by $date with the email sent to $email, or the request is closed.');
  final both = say('ผู้ขอและผู้ปกครองต้องยืนยันทั้งสองคน', 'Both the data subject and the guardian must confirm.');
  return received.toConfirm.length > 1 ? '$how $both' : how;
}
