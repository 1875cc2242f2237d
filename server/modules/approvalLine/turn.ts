import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/events.ts';
import { forgetDeadline, openDeadline } from '../../clock/deadlines.ts';
import type { Deps, WorkspaceContext } from '../../context.ts';
import { type Change, emit } from '../../live/emit.ts';
import { decisionMail, type Decision, turnMail } from './letters.ts';
import { addresseesOf, everyoneOf, nameOf, standInsOf } from './people.ts';
import * as settings from './settingsQueries.ts';

const DAY = 86_400_000;

/** In which workspace something happens to a line, by whom (null: the clock) and when. */
export interface Scene {
  readonly deps: Deps;
  readonly workspaceId: string;
  readonly actorId: string | null;
  readonly at: Date;
}
/** What the words about a line are made of. */
export interface Told {
  readonly id: string;
  readonly number: number;
  readonly applicationName: string;
  readonly requesterId: string;
}

export const sceneOf = (ctx: Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel'>): Scene => ({ deps: ctx.deps, workspaceId: ctx.workspace.id, actorId: ctx.personnel.id, at: ctx.deps.now() });

/** Who is asked now: the approver whose turn it is, then who stands in for him; nobody when it is nobody's turn. */
export async function askedNow(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<string[]> {
  const step = await trx.selectFrom('approvalSteps').select('approverId').where('workspaceId', '=', workspaceId).where('lineId', '=', lineId).where('status', '=', 'CURRENT').executeTakeFirst();
  if (!step) return [];
  const standIn = (await standInsOf(trx, workspaceId, [step.approverId], at)).get(step.approverId);
  return standIn ? [step.approverId, standIn] : [step.approverId];
}

/** Begins the wait after which the one whose turn it is since `from` is reminded. */
export async function arm(trx: Trx, { workspaceId, at }: Pick<Scene, 'workspaceId' | 'at'>, lineId: string, from: Date): Promise<void> {
  const { remindAfterDays } = await settings.find(trx, workspaceId);
  const key = { workspaceId, kind: 'approval.step' as const, subjectId: lineId };
  if (remindAfterDays === 0) return forgetDeadline(trx, key);
  await openDeadline(trx, { ...key, startedAt: from, dueAt: new Date(from.getTime() + remindAfterDays * DAY), alertHours: [], now: at });
}

/** Nobody is reminded any more. */
export const disarm = (trx: Trx, { workspaceId }: Pick<Scene, 'workspaceId'>, lineId: string): Promise<void> => forgetDeadline(trx, { workspaceId, kind: 'approval.step', subjectId: lineId });

/** Writes an event of the line for everyone who has a part in it; `notify` hear of it in their own bells. */
export async function say(trx: Trx, { workspaceId, actorId, at }: Scene, event: EventName, line: Told, more: { changes?: Change[]; notify?: readonly string[] } = {}): Promise<void> {
  const { all } = await everyoneOf(trx, workspaceId, line.id, at);
  await emit(trx, { workspaceId, actorId, at }, { event, entityId: line.id, subject: line.applicationName, recipients: all, ...more });
}

/** Mails those whose turn it is now and answers who they are; the one who acts gets no mail of his own doing. */
export async function tellTurn(trx: Trx, scene: Scene, line: Told, kind: 'turn' | 'reminder' = 'turn'): Promise<string[]> {
  const asked = await askedNow(trx, scene.workspaceId, line.id, scene.at);
  await mail(trx, scene, line, asked.map((id, index) => ({ id, instead: index > 0 })), kind);
  return asked;
}

/** Mails somebody that he stands in now for the one whose turn it is. */
export const mailStandIn = (trx: Trx, scene: Scene, line: Told, id: string): Promise<void> => mail(trx, scene, line, [{ id, instead: true }], 'turn');

async function mail(trx: Trx, { deps, workspaceId, actorId }: Scene, line: Told, asked: readonly { id: string; instead: boolean }[], kind: 'turn' | 'reminder'): Promise<void> {
  const readers = await addresseesOf(deps, trx, workspaceId, asked.filter(({ id }) => id !== actorId).map(({ id }) => id));
  const requester = await nameOf(trx, workspaceId, line.requesterId);
  for (const reader of readers) {
    const { instead } = asked.find(({ id }) => id === reader.id)!;
    await deps.mailer.enqueue(trx, { ...turnMail(deps.config, reader, { ...line, workspaceId, requester, kind, instead }), workspaceId });
  }
}

/** Mails the one who asked for the line what became of it. */
export async function tellRequester(trx: Trx, { deps, workspaceId, actorId }: Scene, line: Told, decision: Decision, comment = ''): Promise<void> {
  if (line.requesterId === actorId) return;
  for (const reader of await addresseesOf(deps, trx, workspaceId, [line.requesterId])) {
    await deps.mailer.enqueue(trx, { ...decisionMail(deps.config, reader, { ...line, workspaceId, decision, comment }), workspaceId });
  }
}
