import type { Trx } from '../../../db/client.ts';
import type { Actor } from '../actor.ts';
import { nextUuid } from '../database/uuidTime.ts';
import { logInWorkspace, securityEventOf } from '../security/log.ts';
import { ENTITIES } from '../../../shared/registry/entities.ts';
import type { EntityRule } from '../../../shared/registry/entityRule.ts';
import type { EventRule } from '../../../shared/registry/eventRule.ts';
import { type ActivityModule, EVENTS, type EventName } from '../../../shared/registry/events.ts';

/** One field that changed, as the activity log keeps it. Personal data comes masked (`masked`). */
export interface Change {
  field: string;
  old: unknown;
  new: unknown;
}

export interface EventFacts {
  event: EventName;
  entityId: string;
  /** Whose it is in the activity log; left out: the module of its entity. */
  module?: ActivityModule;
  /** The record's own name at this time; never a person's name or address. */
  subject?: string;
  changes?: Change[];
  /** What the security log says beside it, where the event stands there too. */
  security?: Record<string, unknown>;
  /** Personnel who may see the record; left out: everyone who holds the event's audience permission. */
  recipients?: string[];
  /** Personnel in whose own bell it stands, whatever their role; the actor is left out. */
  notify?: readonly string[];
}

const emitted = new WeakSet<Trx>();

const programs = new WeakMap<Trx, string>();

/** What this transaction emits, a program does, by a key of this name. */
export const actsByProgram = (trx: Trx, name: string): void => void programs.set(trx, name);

/** Whether this transaction has emitted anything, so that the relay is woken once it has committed. */
export const hasEmitted = (trx: Trx): boolean => emitted.has(trx);

/**
 * Writes the activity row and the outbox row of an event in the caller's transaction:
 * both are there exactly when the change is. One that is `unlogged` writes the
 * outbox row alone.
 */
export const emit = (trx: Trx, actor: Actor, facts: EventFacts): Promise<void> => emitAll(trx, actor, [facts]);

/** The same of some events, in their order. */
export async function emitAll(trx: Trx, actor: Actor, events: readonly EventFacts[]): Promise<void> {
  for (const facts of events) await log(trx, actor, facts);
  const { workspaceId, personnelId: actorId, at: createdAt } = actor;
  await trx
    .insertInto('outbox')
    .values(
      events.map(({ event, entityId, recipients = null }) => ({
        workspaceId,
        event,
        entity: EVENTS[event].entity,
        entityId,
        actorId,
        recipients,
        createdAt,
      })),
    )
    .execute();
  emitted.add(trx);
}

/**
 * Notifies those from whom a record was taken, who may no longer read it: a line of their bell alone. Nothing of what
 * they did themselves, or where nobody is left.
 */
export async function emitRelease(
  trx: Trx,
  actor: Actor,
  facts: Pick<EventFacts, 'entityId' | 'subject'> & { event: Extract<EventName, `${string}.released`> },
  former: readonly (string | null)[],
): Promise<void> {
  const notify = [...new Set(former)].filter((id) => id !== null && id !== actor.personnelId) as string[];
  if (notify.length > 0) await emit(trx, actor, { ...facts, recipients: notify, notify });
}

/** Writes the activity row of an event, and what stands in the bells of single people and in the security log. */
async function log(trx: Trx, { workspaceId, personnelId: actorId, at }: Actor, facts: EventFacts): Promise<void> {
  const { module, entity, bell, unlogged }: EventRule = EVENTS[facts.event];
  if (!unlogged) {
    const id = nextUuid();
    const changes = JSON.stringify(facts.changes ?? []);
    await trx
      .insertInto('activityLogs')
      .values({
        workspaceId,
        id,
        module: facts.module ?? module,
        event: facts.event,
        entity,
        entityId: facts.entityId,
        actorId,
        subject: facts.subject ?? '',
        changes,
        program: programs.get(trx) ?? null,
        inBell: bell === 'all',
        createdAt: at,
      })
      .execute();
    const recipients = [...new Set(facts.notify ?? [])].filter((personnelId) => personnelId !== actorId);
    if (recipients.length > 0 && bell === 'none')
      throw new Error(`${facts.event} rings nobody's bell, yet names people`);
    if (recipients.length > 0)
      await trx
        .insertInto('personalNotices')
        .values(
          recipients.map((personnelId) => ({
            workspaceId,
            personnelId,
            activityId: id,
            silent: bell !== 'all',
            createdAt: at,
          })),
        )
        .execute();
  }
  // Other workspaces of an organisation are notified of a deletion too: it is written where it happens.
  const { idOf }: EntityRule = ENTITIES[entity];
  const isElsewhere = idOf === 'workspace' && facts.entityId !== workspaceId;
  const logged = isElsewhere ? null : securityEventOf(facts.event, facts.changes);
  if (logged)
    await logInWorkspace(trx, {
      event: logged,
      workspaceId,
      personnelId: actorId,
      at,
      ...(facts.subject !== undefined && { subject: facts.subject }),
      ...(idOf === 'person' && { targetId: facts.entityId }),
      details: { ...facts.security, ...standingOf(facts.changes) },
    });
}

/** What a change made of somebody's role and status. */
const standingOf = (changes: readonly Change[] = []) => {
  const role = changes.find(({ field }) => field === 'role');
  const status = changes.find(({ field }) => field === 'status');
  return { ...(role && { from: role.old, to: role.new }), ...(status && { status: status.new }) };
};

/** The masked form of personal data in the activity log: that it changed is kept, not what it says. */
export function masked(value: string | null | undefined): string {
  // By code point: half of a surrogate pair is no text to Postgres.
  const [first] = value ?? '';
  return first ? `${first}•••` : '';
}

/** Fields of `before` and `after` that differ, for the activity log. `personal` fields are masked. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  personal: readonly string[] = [],
): Change[] {
  const loggedValue = (field: string, value: unknown) =>
    personal.includes(field) ? masked(String(value ?? '')) : value;
  return Object.keys(after)
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, old: loggedValue(field, before[field]), new: loggedValue(field, after[field]) }));
}
