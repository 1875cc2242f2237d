import { isCertificateError, SIGN_IN_REPLIES, UNREACHABLE } from '../../../shared/mail/failure.ts';
import { type FailureKind, SERVER_FAULTS } from '../../../shared/mail/servers.ts';

interface SmtpError {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
}

/** What kind of failure a mail server's refusal or silence is. */
export function kindOf(error: unknown): FailureKind {
  const { code, originalCode, responseCode, command } = error as SmtpError;
  if (code === 'EACCES' || originalCode === 'EACCES') return 'address';
  if (code === 'EAUTH' || SIGN_IN_REPLIES.includes(responseCode as number)) return 'signIn';
  if (code === 'ETLS' || isCertificateError(code) || isCertificateError(originalCode)) return 'tls';
  if (typeof responseCode === 'number' && responseCode >= 400) {
    // A sender that the server does not know is a wrong setting, not a wrong recipient.
    if (responseCode >= 500 && command === 'MAIL FROM') return 'sender';
    return responseCode >= 500 ? 'refused' : 'deferred';
  }
  return UNREACHABLE.includes(code as string) ? 'unreachable' : 'other';
}

/** The server's answer, or why there is none, in one line and without addresses of people. */
export function answerOf(error: unknown): string {
  const { response } = error as SmtpError;
  return plainAnswer(typeof response === 'string' ? response : error instanceof Error ? error.message : '');
}

/** A line of a mail server as it can be kept: addresses of people are left out. */
export const plainAnswer = (answer: string): string =>
  answer
    .slice(0, 2000)
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/[^\s<>"']{1,254}@[^\s<>"']{1,254}/g, '…')
    .trim()
    .slice(0, 500);

/** Whether no mail goes out by the server as it stands, whomever it is to. */
export const isServerFault = (kind: FailureKind): boolean => (SERVER_FAULTS as readonly FailureKind[]).includes(kind);
