import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'models.dart';

const _patience = Duration(seconds: 12);
const _attempts = 3;

/// Sends requests of data subjects.
class PokpongRequest {
  /// [uid] is the data subject's id in your own system, at most 200 characters; it may be empty. [token] vouches for who
  /// this is: it fetches a fresh token from your own server for each request.
  PokpongRequest(this.settings, {this.uid = '', this.token});

  final RequestSettings settings;
  final String uid;
  final Future<String> Function()? token;

  /// The form in force. Throws [RequestFailure].
  Future<RequestForm> form() => _call('dsrm-request-form-versions/${settings.formId}/latest', RequestForm.new);

  /// Sends a request. Answers once it is durable. Throws [RequestFailure].
  Future<ReceivedRequest> submit(RequestForm form, Identity who, DataRequest request, {String language = 'th'}) async {
    final guardian = request.guardian;
    final body = <String, dynamic>{
      'dsrmRequestFormId': form.id,
      'dsrmRequestFormVersion': form.version,
      'uid': uid,
      'identityValidation': who.toJson(),
      'ageBand': request.ageBand.code,
      'hasGuardian': guardian != null,
      if (guardian != null) 'guardianInformation': guardian.toJson(),
      'rightRequestId': request.rightId,
      'selectedRightRequestOptions': request.options,
      'additionalRequestOption': request.additionalOption,
      'requestDetail': request.detail,
      'collectionChannel': 'Mobile App',
      'language': language,
      if (token != null) 'token': await token!(),
    };
    final key = _key();
    for (var attempt = 1; ; attempt++) {
      try {
        return await _call('dsrm-request', ReceivedRequest.new, body: body, key: key);
      } on RequestFailure catch (failure) {
        // The same key is recorded once, however often it is sent. A refusal stays one.
        if (attempt == _attempts || !(failure.code == 'network' || failure.status >= 500)) rethrow;
        await Future<void>.delayed(Duration(milliseconds: 500 * attempt));
      }
    }
  }

  Future<Answer> _call<Answer>(String path, Answer Function(Map<String, dynamic>) read, {Map<String, dynamic>? body, String? key}) async {
    final client = HttpClient()..connectionTimeout = _patience;
    try {
      final uri = Uri.parse('${settings.baseUrl}/api/v1/${settings.workspaceId}/$path');
      final request = await (body == null ? client.getUrl(uri) : client.postUrl(uri));
      request.headers.set(HttpHeaders.acceptHeader, 'application/json');
      if (key != null) request.headers.set('Idempotency-Key', key);
      if (body != null) {
        request.headers.contentType = ContentType.json;
        request.add(utf8.encode(jsonEncode(body)));
      }
      final response = await request.close().timeout(_patience);
      final text = await response.transform(utf8.decoder).join().timeout(_patience);
      if (response.statusCode ~/ 100 == 2) return read(jsonDecode(text) as Map<String, dynamic>);
      throw _refusal(response.statusCode, text);
    } on RequestFailure {
      rethrow;
    } catch (error) {
      // An answer that is not what was promised is no answer.
      throw RequestFailure('network', '$error');
    } finally {
      client.close(force: true);
    }
  }

  RequestFailure _refusal(int status, String text) {
    try {
      final problem = jsonDecode(text) as Map<String, dynamic>;
      return RequestFailure(problem['code'] as String, problem['message'] as String, status);
    } catch (_) {
      return RequestFailure('HTTP', 'HTTP $status', status);
    }
  }

  String _key() {
    final random = Random.secure();
    return [for (var i = 0; i < 16; i++) random.nextInt(256).toRadixString(16).padLeft(2, '0')].join();
  }
}
