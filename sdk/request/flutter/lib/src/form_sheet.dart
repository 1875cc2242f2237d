import 'dart:convert';

import 'package:flutter/material.dart';

import 'client.dart';
import 'models.dart';
import 'received.dart';
import 'telephone.dart';

/// Shows the form over the app, and what follows once the request is received. Answers the number of the request when it
/// is closed, or null when it was left before.
Future<ReceivedRequest?> showRequestForm(BuildContext context, {required PokpongRequest requests, required RequestForm form, Identity? known}) async {
  ReceivedRequest? received;
  await showModalBottomSheet<void>(
    context: context,
    isScrollControlled: true,
    useSafeArea: true,
    builder: (_) => RequestFormSheet(requests: requests, form: form, known: known, onReceived: (one) => received = one),
  );
  return received;
}

/// The form itself: who asks, which right, what exactly; then the number of the request, and what follows. What was
/// filled in is kept nowhere else.
class RequestFormSheet extends StatefulWidget {
  const RequestFormSheet({super.key, required this.requests, required this.form, this.known, this.onReceived});

  final PokpongRequest requests;
  final RequestForm form;

  /// What is filled in already.
  final Identity? known;

  /// Hears the number of the request as soon as it is received.
  final void Function(ReceivedRequest)? onReceived;

  @override
  State<RequestFormSheet> createState() => _RequestFormSheetState();
}

class _RequestFormSheetState extends State<RequestFormSheet> {
  late final _who = [
    for (final text in [widget.known?.firstName, widget.known?.lastName, widget.known?.email, widget.known?.telephone]) TextEditingController(text: text),
  ];
  final _guardian = [for (var i = 0; i < 4; i++) TextEditingController()];
  final _detail = TextEditingController();
  final _options = <int>{};
  AgeBand? _age;
  OfferedRight? _right;
  bool _accepted = false;
  bool _waiting = false;
  String? _problem;
  ReceivedRequest? _received;

  /// What follows once it is received.
  String _next = '';

  /// What was sent last. The same again has the same key, so that it is recorded once.
  String? _sent;
  String? _key;

  String get _language => Localizations.localeOf(context).languageCode == 'en' ? 'en' : 'th';
  String _say(String th, String en) => _language == 'en' ? en : th;
  bool get _hasTerms => widget.form.terms.of(_language).isNotEmpty;

  @override
  void dispose() {
    for (final field in [..._who, ..._guardian, _detail]) {
      field.dispose();
    }
    super.dispose();
  }

  Identity _identity(List<TextEditingController> fields) {
    final [firstName, lastName, email, telephone] = [for (final field in fields) field.text.trim()];
    return Identity(firstName: firstName, lastName: lastName, email: email, telephone: telephoneOf(telephone));
  }

  /// What is missing, or null. The server checks the rest and says what is wrong.
  String? _missing() {
    final [who, guardian] = [_identity(_who), _identity(_guardian)];
    if (who.firstName.isEmpty || who.lastName.isEmpty) return _say('โปรดกรอกชื่อและนามสกุลของเจ้าของข้อมูล', 'Enter the first and last name of the data subject.');
    if (_age == null) return _say('โปรดเลือกช่วงอายุ', 'Choose an age range.');
    if (_age != AgeBand.child && who.email.isEmpty && who.telephone.isEmpty) {
      return _say('โปรดกรอกอีเมลหรือโทรศัพท์อย่างน้อยหนึ่งอย่าง', 'Enter an email address or a phone number.');
    }
    if (_age != AgeBand.adult && [guardian.firstName, guardian.lastName, guardian.email].contains('')) {
      return _say('โปรดกรอกชื่อ นามสกุล และอีเมลของผู้ปกครอง', 'Enter the first name, last name and email of the parent or guardian.');
    }
    if (_right == null) return _say('โปรดเลือกสิทธิ', 'Choose a right.');
    if (_hasTerms && !_accepted) return _say('โปรดอ่านและยอมรับเงื่อนไขก่อนส่ง', 'Read and accept the terms before you send.');
    return null;
  }

  Future<void> _send() async {
    final missing = _missing();
    setState(() => _problem = missing);
    if (missing != null) return;
    setState(() => _waiting = true);
    final request = DataRequest(
      rightId: _right!.id,
      options: [..._options]..sort(),
      detail: _detail.text.trim(),
      ageBand: _age!,
      guardian: _age == AgeBand.adult ? null : _identity(_guardian),
    );
    final who = _identity(_who);
    final content = jsonEncode([who.toJson(), request.toJson()]);
    if (_sent != content) _key = PokpongRequest.newKey();
    _sent = content;
    try {
      final received = await widget.requests.submit(widget.form, who, request, language: _language, key: _key);
      widget.onReceived?.call(received);
      if (!mounted) return;
      setState(() {
        _next = whatFollows(received, who, request, _language);
        _received = received;
      });
    } on RequestFailure catch (failure) {
      if (!mounted) return;
      setState(() {
        _waiting = false;
        _problem = failure.isUnanswered
            ? _say('ไม่ได้รับคำตอบ จึงไม่ทราบว่าส่งคำขอถึงแล้วหรือไม่ โปรดส่งอีกครั้งโดยไม่แก้ไข ระบบจะบันทึกเพียงครั้งเดียว', 'No reply: it is not known whether the request was sent. Please send it again unchanged; it is recorded only once.')
            : failure.message;
      });
    }
  }

  Widget _title(String text) => Padding(
        padding: const EdgeInsets.only(top: 16, bottom: 4),
        child: Semantics(header: true, child: Text(text, style: Theme.of(context).textTheme.titleMedium)),
      );

  List<Widget> _person(List<TextEditingController> fields) {
    final hints = [_say('ชื่อ', 'First name'), _say('นามสกุล', 'Last name'), _say('อีเมล', 'Email'), _say('โทรศัพท์', 'Phone')];
    const types = [TextInputType.name, TextInputType.name, TextInputType.emailAddress, TextInputType.phone];
    return [
      for (final (index, hint) in hints.indexed)
        TextField(controller: fields[index], keyboardType: types[index], decoration: InputDecoration(labelText: hint)),
    ];
  }

  Widget _rightChoice(OfferedRight right) => RadioListTile<OfferedRight>(
        contentPadding: EdgeInsets.zero,
        title: Text(right.name.of(_language)),
        subtitle: Text([
          _say('ตอบภายใน ${right.days} วัน', 'Answer within ${right.days} ${right.days == 1 ? 'day' : 'days'}'),
          if (right.fee > 0) _say('ค่าธรรมเนียม ${right.fee} บาท', 'Fee ${right.fee} baht'),
          right.description.of(_language),
        ].join('\n')),
        value: right,
        groupValue: _right,
        onChanged: _waiting
            ? null
            : (chosen) => setState(() {
                  _right = chosen;
                  _options.clear();
                }),
      );

  Widget _optionChoice(int index, Words option) => CheckboxListTile(
        title: Text(option.of(_language)),
        value: _options.contains(index),
        onChanged: (yes) => setState(() => yes ?? false ? _options.add(index) : _options.remove(index)),
      );

  Widget _button(String text, VoidCallback? onPressed) {
    final color = widget.requests.settings.color ?? _colour(widget.form.themeColor);
    return FilledButton(
      style: FilledButton.styleFrom(minimumSize: const Size.fromHeight(48), backgroundColor: color, foregroundColor: Colors.white),
      onPressed: onPressed,
      child: Text(text),
    );
  }

  /// The last page, which stays until it is closed.
  Widget _receivedPage(ReceivedRequest received) {
    final form = widget.form;
    final detail = form.submittedDetail.of(_language);
    final texts = [_say('เลขที่คำขอ ${received.requestId}', 'Request number ${received.requestId}'), if (detail.isNotEmpty) detail, _next];
    return SingleChildScrollView(
      padding: const EdgeInsets.all(20),
      child: Column(
        crossAxisAlignment: CrossAxisAlignment.stretch,
        children: [
          Semantics(header: true, liveRegion: true, child: Text(form.submittedTitle.of(_language), style: Theme.of(context).textTheme.titleLarge)),
          for (final text in texts) Padding(padding: const EdgeInsets.only(top: 8), child: SelectableText(text)),
          const SizedBox(height: 16),
          _button(_say('ปิด', 'Close'), () => Navigator.of(context).pop()),
        ],
      ),
    );
  }

  @override
  Widget build(BuildContext context) {
    final form = widget.form;
    final settings = widget.requests.settings;
    final received = _received;
    if (received != null) return DefaultTextStyle.merge(style: TextStyle(fontFamily: settings.fontFamily), child: _receivedPage(received));
    final theme = Theme.of(context);
    final appName = _say(settings.appNameTh, settings.appNameEn);
    final ages = {
      AgeBand.adult: _say('20 ปีขึ้นไป หรือสมรสแล้ว', '20 or older, or married'),
      AgeBand.minor: _say('11 ถึง 19 ปี และยังไม่สมรส', '11 to 19 and not married'),
      AgeBand.child: _say('ไม่เกิน 10 ปี', '10 or younger'),
    };
    return DefaultTextStyle.merge(
      style: TextStyle(fontFamily: settings.fontFamily),
      child: SingleChildScrollView(
        padding: EdgeInsets.fromLTRB(20, 20, 20, 20 + MediaQuery.viewInsetsOf(context).bottom),
        child: Column(
          crossAxisAlignment: CrossAxisAlignment.stretch,
          children: [
            if (settings.showLogo && settings.logo != null) Image(image: settings.logo!, height: 48, alignment: Alignment.centerLeft),
            if (appName.isNotEmpty) Text(appName),
            Semantics(header: true, child: Text(form.title.of(_language), style: theme.textTheme.titleLarge)),
            const SizedBox(height: 8),
            Text(form.detail.of(_language)),
            Text('${_say('ผู้ควบคุมข้อมูลส่วนบุคคล', 'Data controller')}: ${form.controller.of(_language)}'),
            if (form.privacyPolicyUrl.isNotEmpty) SelectableText('${_say('ประกาศความเป็นส่วนตัว', 'Privacy notice')}: ${form.privacyPolicyUrl}'),
            _title(_say('ข้อมูลของท่าน', 'Who you are')),
            ..._person(_who),
            _title(_say('อายุของเจ้าของข้อมูล', 'How old is the data subject?')),
            for (final MapEntry(key: band, value: label) in ages.entries)
              RadioListTile<AgeBand>(
                contentPadding: EdgeInsets.zero,
                title: Text(label),
                value: band,
                groupValue: _age,
                onChanged: _waiting ? null : (chosen) => setState(() => _age = chosen),
              ),
            if (_age == AgeBand.minor || _age == AgeBand.child) ...[
              _title(_say('ผู้ใช้อำนาจปกครอง', 'Parent or guardian')),
              ..._person(_guardian),
            ],
            _title(_say('ท่านต้องการใช้สิทธิใด', 'Which right do you want to exercise?')),
            for (final right in form.rights) _rightChoice(right),
            if (_right != null)
              for (final (index, option) in _right!.options.indexed) _optionChoice(index, option),
            _title(_say('รายละเอียด', 'Details')),
            TextField(
              controller: _detail,
              minLines: 3,
              maxLines: 8,
              decoration: InputDecoration(labelText: _say('ข้อมูลใด บริการใด ช่วงเวลาใด', 'Which data, of which service, from when')),
            ),
            if (_hasTerms) ...[
              const SizedBox(height: 16),
              Text(form.terms.of(_language)),
              CheckboxListTile(
                contentPadding: EdgeInsets.zero,
                title: Text(_say('อ่านและยอมรับเงื่อนไขแล้ว', 'I have read and accept the terms')),
                value: _accepted,
                onChanged: (yes) => setState(() => _accepted = yes ?? false),
              ),
            ],
            if (_problem != null) Semantics(liveRegion: true, child: Text(_problem!, style: TextStyle(color: theme.colorScheme.error))),
            const SizedBox(height: 8),
            _button(_say('ส่งคำขอ', 'Send the request'), _waiting ? null : _send),
          ],
        ),
      ),
    );
  }
}

/// A colour written #rrggbb.
Color _colour(String hex) => Color(0xff000000 | int.parse(hex.substring(1), radix: 16));
