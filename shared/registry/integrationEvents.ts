import { event, unlogged } from './eventRule.ts';

/** Events of what other systems call the workspace by, and are called by, and of the mail servers of organisations. */
export const INTEGRATION_EVENTS = {
  'apiKey.created': event('apiKey'),
  'apiKey.rotated': event('apiKey'),
  'apiKey.revoked': event('apiKey'),
  'serviceAccount.created': event('serviceAccount'),
  'serviceAccount.updated': event('serviceAccount'),
  'serviceAccount.removed': event('serviceAccount'),
  'webhook.created': event('webhook'),
  'webhook.updated': event('webhook'),
  'webhook.rotated': event('webhook'),
  'webhook.removed': event('webhook'),
  // Nothing that was sent to it for three days was taken.
  'webhook.disabled': event('webhook'),
  'webhook.attempted': unlogged('webhook'),
  'mailServer.created': event('mailServer'),
  'mailServer.updated': event('mailServer'),
  'mailServer.removed': event('mailServer'),
  'mailServer.linked': event('mailServer'),
  'mailServer.unlinked': event('mailServer'),
  // No mail goes out by it: once for each day and kind of fault.
  'mailServer.failed': event('mailServer'),
} as const;
