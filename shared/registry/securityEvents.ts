/** What of security is written for good, by what it is about: `noun.verb`, as events are named. */
export const SECURITY_EVENTS = {
  'signIn.succeeded': 'signIn',
  'signIn.failed': 'signIn',
  'signIn.locked': 'signIn',
  'signIn.ended': 'signIn',
  'password.resetRequested': 'password',
  'password.changed': 'password',
  'account.emailChanged': 'access',
  'personnel.invited': 'access',
  'personnel.joined': 'access',
  'personnel.updated': 'access',
  'personnel.suspended': 'access',
  'personnel.unsuspended': 'access',
  'personnel.signedOut': 'access',
  'apiKey.created': 'access',
  'apiKey.rotated': 'access',
  'apiKey.revoked': 'access',
  'serviceAccount.created': 'access',
  'serviceAccount.updated': 'access',
  'serviceAccount.removed': 'access',
  'request.codesRefused': 'access',
  'identityFact.failed': 'access',
  'authorisedAgent.refused': 'access',
  'authorisedAgent.created': 'access',
  'authorisedAgent.updated': 'access',
  'authorisedAgent.removed': 'access',
  'authorisedAgent.tokenIssued': 'access',
  'authorisedAgent.tokenEnded': 'access',
  'consent.secretChanged': 'access',
  'requestForm.secretChanged': 'access',
  'export.started': 'data',
  'file.downloaded': 'data',
  'webhook.created': 'data',
  'webhook.updated': 'data',
  'webhook.rotated': 'data',
  'mailServer.created': 'data',
  'mailServer.updated': 'data',
  'mailServer.removed': 'data',
  'mailServer.linked': 'data',
  'mailServer.unlinked': 'data',
  'schedule.created': 'data',
  'schedule.updated': 'data',
  'schedule.delivered': 'data',
  'userConsent.read': 'data',
  'userConsent.linked': 'data',
  'crypto.decrypted': 'data',
  'crypto.keyReplaced': 'data',
  'crypto.signingKeyReplaced': 'data',
  'crypto.keysExported': 'data',
  'application.removed': 'deletion',
  'purpose.removed': 'deletion',
  'purposeCategory.removed': 'deletion',
  'dataController.removed': 'deletion',
  'workspaceDeletion.requested': 'deletion',
  'workspaceDeletion.undone': 'deletion',
  'workspaceDeletion.finished': 'deletion',
} as const;
export type SecurityEvent = keyof typeof SECURITY_EVENTS;

export const SECURITY_TOPICS = ['signIn', 'password', 'access', 'data', 'deletion'] as const;
export type SecurityTopic = (typeof SECURITY_TOPICS)[number];

/** Events that belong into it only where one of these fields is among what changed. */
export const SECURITY_FIELDS: Partial<Record<SecurityEvent, readonly string[]>> = {
  'personnel.updated': ['role', 'status'],
};

export const isSecurityEvent = (event: string): event is SecurityEvent => Object.hasOwn(SECURITY_EVENTS, event);
/** The events about a topic. */
export const eventsAbout = (topic: SecurityTopic): SecurityEvent[] =>
  Object.keys(SECURITY_EVENTS)
    .filter(isSecurityEvent)
    .filter((event) => SECURITY_EVENTS[event] === topic);
