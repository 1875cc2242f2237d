/** `tls`: from the first byte; `starttls`: begun in clear, and refused where the server does not offer it. */
export const ENCRYPTIONS = ['tls', 'starttls', 'none'] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];

/** Faults of a server's settings, or of the server itself: no mail can go out by it. */
export const SERVER_FAULTS = ['signIn', 'tls', 'sender', 'address', 'unreachable'] as const;
/** Why a mail did not go out: beside those, `refused` and `deferred` are about its recipient, for good and for now. */
export const FAILURE_KINDS = [...SERVER_FAULTS, 'refused', 'deferred', 'other'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];
