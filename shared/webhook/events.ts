import type { EventRule } from '../registry/eventRule.ts';
import { EVENTS, type EventName } from '../registry/events.ts';
import { rolesWith } from '../registry/permissions.ts';

/** What would go round in a circle, or is no business of another system. */
const INTERNAL: readonly string[] = ['webhook', 'apiKey', 'workspaceDeletion', 'savedView', 'presence'];

/** Kinds of events that a webhook may be of: what the activity log keeps, and whoever sets it up may read. */
export const WEBHOOK_EVENTS = Object.entries(EVENTS)
  .filter(([, { unlogged, entity, audience }]: [string, EventRule]) => {
    return !unlogged && !INTERNAL.includes(entity) && rolesWith(audience).includes('Admin');
  })
  .map(([name]) => name as EventName);

/** The kind of a message that only tries a webhook out. */
export const TEST_EVENT = 'webhook.tested';
