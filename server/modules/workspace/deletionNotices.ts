import { stepInto, type Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as queries from './deletionQueries.ts';
import { deletionMail, type DeletionStep } from './mails.ts';

/** The workspace to delete. */
export interface Subject {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/**
 * Notifies the Admins of a workspace about its deletion, by bell and mail, and those of the organisation's other
 * workspaces by bell. In the transaction of the step itself.
 * @param step.by who did it; null: the elapsed time
 */
export async function announce(
  deps: Deps,
  trx: Trx,
  subject: Subject,
  step: { kind: DeletionStep; by: { id: string; name: string } | null; dueAt: Date; at: Date },
): Promise<void> {
  const { kind, by, dueAt, at } = step;
  const event: EventName = `workspaceDeletion.${kind}`;
  const facts = { event, entityId: subject.id, subject: subject.name };
  const admins = await queries.adminsOf(trx, subject.id);
  await emit(trx, { workspaceId: subject.id, personnelId: by?.id ?? null, at }, { ...facts, notify: admins });
  for (const reader of await readersOf(deps, trx, subject.id, admins)) {
    await deps.mailer.enqueue(trx, {
      ...deletionMail(deps.config, reader, { kind, workspace: subject, by: by?.name ?? '', dueAt }),
      workspaceId: subject.id,
      whileClosed: true,
    });
  }
  await announceElsewhere(deps, trx, subject, { event, at });
}

/** Notifies the Admins of the organisation's other workspaces; open lists are updated. */
export async function announceElsewhere(
  deps: Deps,
  trx: Trx,
  { id, organizationId, name }: Subject,
  { event, at }: { event: EventName & `workspaceDeletion.${string}`; at: Date },
): Promise<void> {
  const siblings = await queries.openSiblings(deps.authDb, organizationId, id);
  for (const workspaceId of siblings) {
    await stepInto(trx, workspaceId);
    const notify = event === 'workspaceDeletion.progressed' ? [] : await queries.adminsOf(trx, workspaceId);
    await emit(trx, { workspaceId, personnelId: null, at }, { event, entityId: id, subject: name, notify });
  }
  await stepInto(trx, id);
}
