import { describe, expect, it } from 'vitest';
import { SealError } from '../../server/platform/crypto/keyring.ts';
import { FileMissing } from '../../server/platform/files/contract.ts';
import { OUTDATED } from '../../server/platform/mail/ending.ts';
import { failureOf } from '../../server/platform/mail/transport.ts';
import en from '../../shared/locales/en/incidentNotification.ts';
import th from '../../shared/locales/th/incidentNotification.ts';
import { failureCause, MAIL_FAILURES, UNREACHABLE } from '../../shared/mail/failure.ts';
import { returnReason } from '../../shared/mail/servers.ts';

const smtp = (code: string, responseCode?: number) => failureOf({ code, responseCode }).reason;
const CERTIFICATES = ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'];

describe('why a mail was not sent', () => {
  it.each([
    [MAIL_FAILURES.stopped, 'stopped'],
    [MAIL_FAILURES.restored, 'restored'],
    [failureOf(new SealError('otherKey', 'another master key')).reason, 'unopened'],
    [failureOf(new FileMissing('a file')).reason, 'attachment'],
    [MAIL_FAILURES.noAnswer, 'server'],
    ...[...UNREACHABLE, ...CERTIFICATES, 'EACCES', 'ETLS'].map((code) => [smtp(code), 'server']),
    [smtp('EAUTH', 535), 'server'],
    [smtp('EENVELOPE', 530), 'server'],
    [smtp('EENVELOPE', 421), 'server'],
    [smtp('EPROTOCOL', 554), 'server'],
    ...[450, 550, 551, 553].map((reply) => [smtp('EENVELOPE', reply), 'address']),
    [smtp('EENVELOPE', 452), 'full'],
    [smtp('EMESSAGE', 552), 'full'],
    [smtp('EMESSAGE', 554), 'refused'],
    [smtp('EENVELOPE', 451), 'refused'],
    [smtp('EENVELOPE'), 'other'],
    [smtp('EPIPE'), 'other'],
    [failureOf(new Error('no mail server')).reason, 'other'],
    [OUTDATED, 'other'],
    [returnReason('5.1.1'), 'address'],
    [returnReason('5.2.2'), 'full'],
    [returnReason('5.7.1'), 'policy'],
    [returnReason('5.0.0'), 'refused'],
    [returnReason('4.4.7'), 'other'],
  ])('%s is displayed as %s', (error, cause) => {
    expect(failureCause(error)).toBe(cause);
    for (const texts of [th, en]) expect(texts.delivery.reason).toHaveProperty(cause);
  });
});
