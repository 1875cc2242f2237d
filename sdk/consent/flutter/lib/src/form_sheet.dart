import 'dart:convert';

import 'package:flutter/material.dart';

import 'client.dart';
import 'models.dart';

/// Shows the form over the app. Answers what is allowed once it is recorded, or null when it was left without an answer.
Future<ConsentStatus?> showConsentForm(BuildContext context, {required PokpongConsent consent, required ConsentForm form, required ConsentStatus status}) =>
    showModalBottomSheet<ConsentStatus>(
      context: context,
      isScrollControlled: true,
      useSafeArea: true,
      builder: (_) => ConsentFormSheet(consent: consent, form: form, status: status),
    );

/// The form itself. Nothing is switched on beforehand that was not allowed before; both answers weigh the same.
class ConsentFormSheet extends StatefulWidget {
  const ConsentFormSheet({super.key, required this.consent, required this.form, required this.status});

  final PokpongConsent consent;
  final ConsentForm form;
  final ConsentStatus status;

  @override
  State<ConsentFormSheet> createState() => _ConsentFormSheetState();
}

class _ConsentFormSheetState extends State<ConsentFormSheet> {
  late final Set<String> _allowed = {...widget.status.purposes};
  final _guardian = [for (var i = 0; i < 4; i++) TextEditingController()];
  bool _hasGuardian = false;
  bool _waiting = false;
  String? _problem;

  /// What was sent last. The same again has the same key, so that it is recorded once.
  String? _sent;
  String? _key;

  String get _language => Localizations.localeOf(context).languageCode == 'en' ? 'en' : 'th';
  String _say(String th, String en) => _language == 'en' ? en : th;

  @override
  void dispose() {
    for (final field in _guardian) {
      field.dispose();
    }
    super.dispose();
  }

  Future<void> _send(Set<String> purposes) async {
    final [firstName, lastName, email, telephone] = [for (final field in _guardian) field.text.trim()];
    final guardian = _hasGuardian ? Guardian(firstName: firstName, lastName: lastName, email: email, telephone: telephone) : null;
    // Declining requires no name.
    final isIncomplete = guardian != null && purposes.isNotEmpty && [firstName, lastName, email].contains('');
    setState(() {
      _waiting = !isIncomplete;
      _problem = isIncomplete ? _say('โปรดกรอกชื่อ นามสกุล และอีเมลของท่าน', 'Enter your first name, last name and email.') : null;
    });
    if (isIncomplete) return;
    final content = jsonEncode([[...purposes]..sort(), guardian?.toJson()]);
    if (_sent != content) _key = PokpongConsent.newKey();
    _sent = content;
    try {
      final now = await _submitted(purposes, guardian);
      if (mounted) Navigator.of(context).pop(now);
    } on ConsentFailure catch (failure) {
      if (!mounted) return;
      setState(() {
        _waiting = false;
        _problem = failure.isUnanswered ? _say('ติดต่อระบบไม่ได้ โปรดลองอีกครั้ง', 'Could not be reached. Please try again.') : failure.message;
      });
    }
  }

  /// Declining requires no name: it goes without one that is missing or wrong.
  Future<ConsentStatus> _submitted(Set<String> purposes, Guardian? guardian) async {
    final consent = widget.consent;
    final language = _language;
    try {
      return await consent.submit(widget.form, purposes, language: language, guardian: guardian, key: _key);
    } on ConsentFailure catch (failure) {
      if (guardian == null || purposes.isNotEmpty || failure.status != 400) rethrow;
      return consent.submit(widget.form, purposes, language: language, key: _key);
    }
  }

  Widget _button(String label, Set<String> Function() purposes) {
    final settings = widget.consent.settings;
    return Padding(
      padding: const EdgeInsets.only(top: 8),
      child: FilledButton(
        style: FilledButton.styleFrom(
          minimumSize: const Size.fromHeight(48),
          backgroundColor: settings.color ?? _colour(widget.form.buttonColor),
          foregroundColor: _colour(widget.form.buttonTextColor),
        ),
        onPressed: _waiting ? null : () => _send(purposes()),
        child: Text(label),
      ),
    );
  }

  @override
  Widget build(BuildContext context) {
    final form = widget.form;
    final settings = widget.consent.settings;
    final theme = Theme.of(context);
    final appName = _say(settings.appNameTh, settings.appNameEn);
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
            Text(form.description.of(_language)),
            Text('${_say('ผู้ควบคุมข้อมูลส่วนบุคคล', 'Data controller')}: ${form.controller.of(_language)}'),
            if (form.privacyPolicyUrl != null) SelectableText('${_say('ประกาศความเป็นส่วนตัว', 'Privacy notice')}: ${form.policyAddress(_language)}'),
            for (final purpose in form.purposes)
              SwitchListTile(
                contentPadding: EdgeInsets.zero,
                title: Text(purpose.title.of(_language)),
                subtitle: Text(purpose.description.of(_language)),
                value: _allowed.contains(purpose.id),
                onChanged: _waiting ? null : (yes) => setState(() => yes ? _allowed.add(purpose.id) : _allowed.remove(purpose.id)),
              ),
            if (form.askGuardian)
              CheckboxListTile(
                contentPadding: EdgeInsets.zero,
                title: Text(
                  _say(
                    'ข้าพเจ้ามีอำนาจตามกฎหมายยินยอมแทนผู้เยาว์ คนไร้ความสามารถ หรือคนเสมือนไร้ความสามารถ',
                    'I may by law consent for a minor, incompetent or quasi-incompetent person',
                  ),
                ),
                value: _hasGuardian,
                onChanged: (yes) => setState(() => _hasGuardian = yes ?? false),
              ),
            if (_hasGuardian)
              for (final (index, hint) in [_say('ชื่อ', 'First name'), _say('นามสกุล', 'Last name'), _say('อีเมล', 'Email'), _say('โทรศัพท์', 'Phone')].indexed)
                TextField(controller: _guardian[index], decoration: InputDecoration(labelText: hint)),
            if (_problem != null) Semantics(liveRegion: true, child: Text(_problem!, style: TextStyle(color: theme.colorScheme.error))),
            _button(form.declineLabel.of(_language), () => <String>{}),
            // A deactivated form has no purposes: everything can be withdrawn, nothing be allowed.
            if (form.purposes.isNotEmpty) ...[
              _button(_say('บันทึกตัวเลือก', 'Save my choices'), () => {..._allowed}),
              _button(form.acceptLabel.of(_language), () => {for (final purpose in form.purposes) purpose.id}),
            ],
          ],
        ),
      ),
    );
  }
}

/// A colour written #rrggbb.
Color _colour(String hex) => Color(0xff000000 | int.parse(hex.substring(1), radix: 16));
