/** `tls`: from the first byte; `starttls`: begun in clear, and refused where the server does not offer it. */
export const ENCRYPTIONS = ['tls', 'starttls', 'none'] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];
/** The same for a mailbox, which is always signed in to and therefore encrypted. */
export const MAILBOX_ENCRYPTIONS = ['tls', 'starttls'] as const satisfies readonly Encryption[];
export type MailboxEncryption = (typeof MAILBOX_ENCRYPTIONS)[number];

/** Faults of a server's settings, or of the server itself: no mail can go out by it. */
export const SERVER_FAULTS = ['signIn', 'tls', 'sender', 'address', 'unreachable'] as const;
/** Why the mailbox of returned mails cannot be read; `folder`: there is none of that name. */
export const MAILBOX_FAULTS = ['signIn', 'tls', 'address', 'unreachable', 'folder', 'other'] as const;
export type MailboxFault = (typeof MAILBOX_FAULTS)[number];
/**
 * Why it is not read: also `restored`, in a copy of an installation, until somebody resumes it there
 * (db/backup/restore.ts).
 */
export const MAILBOX_STOPS = [...MAILBOX_FAULTS, 'restored'] as const;
export type MailboxStop = (typeof MAILBOX_STOPS)[number];

/**
 * What goes wrong at a server. Why a mail did not go out: beside its faults, `refused` and `deferred` are about the
 * recipient, for good and for now. `returned`: taken over, and found to be undeliverable later. `mailbox`: that of
 * returned mails could not be read.
 */
export const FAILURE_KINDS = [...SERVER_FAULTS, 'refused', 'deferred', 'returned', 'mailbox', 'other'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * The status (RFC 3463) of a mail that was taken over and returned, of what stands in its record as the error; null: it
 * was not.
 */
export const returnedStatus = (error: string | null): string | null =>
  /^RETURNED (\d+\.\d+\.\d+)$/.exec(error ?? '')?.[1] ?? null;
/** What a record has as the error of a mail that was returned. */
export const returnReason = (status: string): string => `RETURNED ${status}`;

/** Why a mail was returned, as far as its status tells (RFC 3463 section 3). */
export function returnCause(status: string): 'address' | 'full' | 'policy' | 'other' {
  if (status === '5.2.2' || status === '5.2.3' || status === '5.3.4') return 'full';
  if (status.startsWith('5.1.') || status === '5.2.1' || status === '5.4.4') return 'address';
  return status.startsWith('5.7.') ? 'policy' : 'other';
}
