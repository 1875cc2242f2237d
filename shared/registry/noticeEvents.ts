import { event, unlogged } from './eventRule.ts';

/** Events of privacy notices. */
export const NOTICE_EVENTS = {
  'privacyNotice.created': event('privacyNotice', { bell: 'none' }),
  'privacyNotice.updated': event('privacyNotice', { bell: 'none' }),
  'privacyNotice.published': event('privacyNotice'),
  'privacyNotice.removed': event('privacyNotice', { bell: 'none' }),
  'privacyNotice.withdrawn': event('privacyNotice'),
  'privacyNotice.reoffered': event('privacyNotice'),
  // What it rests on was published anew.
  'privacyNotice.drifted': event('privacyNotice'),
  'privacyNotice.restored': event('privacyNotice', { bell: 'none' }),
  // Of its dates: those who write notices are named.
  'privacyNotice.inForce': event('privacyNotice', { bell: 'named' }),
  'privacyNotice.reviewDueSoon': event('privacyNotice', { bell: 'named' }),
  'privacyNotice.reviewOverdue': event('privacyNotice', { bell: 'named' }),
  // People are written to about a version: how many, never who.
  'privacyNotice.mailingStarted': event('privacyNotice'),
  'privacyNotice.delivered': unlogged('privacyNotice'),
  'presence.privacyNoticeChanged': unlogged('presence', { module: 'PrivacyNotice', audience: 'privacyNotice.read' }),
} as const;
