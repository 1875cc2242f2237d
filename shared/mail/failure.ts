import { returnCause, returnedStatus } from './servers.ts';

// Why a mail was not sent, as its record states it: a reason of ours, or the code of an error with the reply of the
// mail server.

/** Reasons of ours. `restored`: it waited in a backup that became a copy; `unopened`: it is under another key. */
export const MAIL_FAILURES = {
  stopped: 'stopped',
  restored: 'restored',
  unopened: 'payload cannot be opened',
  attachment: 'an attachment is gone',
  noAnswer: 'no answer',
} as const;

/** Replies by which sign-in is refused, or requested (RFC 4954 section 6). */
export const SIGN_IN_REPLIES: readonly number[] = [530, 534, 535, 538];
/** Codes of a connection that cannot be established or breaks, of Node and of the library that sends. */
export const UNREACHABLE: readonly string[] = [
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'EPROTOCOL',
];
export const isCertificateError = (code: unknown): boolean =>
  typeof code === 'string' && /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);

/** Codes of a mail server that cannot be used, whomever a mail is to: its address, sign-in and encryption. */
const UNUSABLE = ['EACCES', 'EAUTH', 'ETLS'];
/** The server ends the connection (RFC 5321 section 3.8). */
const CLOSING = 421;

type FailureCause =
  | Exclude<keyof typeof MAIL_FAILURES, 'noAnswer'>
  | ReturnType<typeof returnCause>
  | 'server'
  | 'refused';

/** The kind of a failure, by the error in the record of a mail; `refused` only where a mail server has replied so. */
export function failureCause(error: string): FailureCause {
  const returned = returnedStatus(error);
  if (returned !== null) {
    const cause = returnCause(returned);
    return cause === 'other' && returned.startsWith('5.') ? 'refused' : cause;
  }
  for (const cause of ['stopped', 'restored', 'unopened', 'attachment'] as const)
    if (error === MAIL_FAILURES[cause]) return cause;
  const [code = ''] = error.split(' ');
  const reply = Number(/\b[45]\d\d$/.exec(error)?.[0] ?? 0);
  const isConnection = error === MAIL_FAILURES.noAnswer || [...UNREACHABLE, ...UNUSABLE].includes(code);
  if (isConnection || isCertificateError(code) || [CLOSING, ...SIGN_IN_REPLIES].includes(reply)) return 'server';
  // RFC 5321 section 4.2.3.
  if ([450, 550, 551, 553].includes(reply)) return 'address';
  if ([452, 552].includes(reply)) return 'full';
  return reply > 0 ? 'refused' : 'other';
}
