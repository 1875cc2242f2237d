import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { dueAfter } from '../../../shared/clock.ts';
import type { Reporter } from '../../../shared/incident/fields.ts';
import type { IncidentFields } from '../../../shared/incident/schema.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { openClock, settingsOf } from './clock.ts';
import { resolveLinks, writeLinks } from './links.ts';
import * as queries from './queries.ts';
import * as historyQueries from './historyQueries.ts';
import { sealReporter } from './reporter.ts';
import { assertPast } from './rules.ts';
import { announce, officersOf } from './announce.ts';

/** What a public report tells; the rest is for the data protection officer to fill in. */
export interface PublicReport {
  title: string;
  reporter: Reporter;
  affectedSystems: string;
  description: string;
  actionsTaken: string;
  /** ISO 8601. */
  discoveredAt: string;
  occurredAt: string;
}

/**
 * So many reports of the public form, or of one reporter, are mailed in an hour; of more the officers hear in the bell,
 * so that nobody floods their mailboxes.
 */
const MAILED_AN_HOUR = 10;

const NO_LINKS = { application: [], dataSubjectGroup: [], purpose: [], piiCategory: [] };

/**
 * Writes a new incident with its clock and first step, and notifies nobody yet.
 * @throws 400 for moments in the future or records that are not there
 */
export async function open(
  trx: Trx,
  actor: WithDeps,
  fields: IncidentFields,
  status: 'WAITING' | 'PENDING',
  id: string = randomUUIDv7(),
): Promise<{ id: string; number: number }> {
  const { deps, workspaceId, at } = actor;
  assertPast(at, { discoveredAt: fields.discoveredAt, occurredAt: fields.occurredAt });
  const links = await resolveLinks(trx, workspaceId, fields);
  const number = await queries.nextNumber(trx, workspaceId);
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  await queries.insert(trx, actor, id, {
    number,
    status,
    reporter: sealReporter(key, id, fields.reporter),
    submittedAt: status === 'PENDING' ? at : null,
    fields,
  });
  await writeLinks(trx, workspaceId, id, NO_LINKS, links);
  await openClock(trx, { workspaceId, now: at }, { id });
  if (status === 'PENDING')
    await historyQueries.insertMove(trx, actor, id, { action: 'submit', from: 'WAITING', to: 'PENDING' });
  return { id, number };
}

/** When the hour began in which mails are counted. */
export const hourOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % 3_600_000));
/** The mail of the nth of its kind in an hour, the last of which says so; none for more. */
export const bundled = <Mail>(nth: number, mail: Mail): { mail?: Mail & { last: boolean } } =>
  nth <= MAILED_AN_HOUR ? { mail: { ...mail, last: nth === MAILED_AN_HOUR } } : {};

/**
 * Takes a report of the public form in, as submitted: the officers are notified as of any other. Nobody of the
 * workspace is behind it. `id` left out: a new one.
 * @param isExcess more came than people send: it is written and not submitted, and the officers hear of the first of an
 *   hour alone
 * @throws 400 `incident.inFuture`, 409 `duplicate` for an `id` that is there
 */
export async function report(
  deps: Deps,
  trx: Trx,
  { workspaceId, id, ...submitted }: PublicReport & { workspaceId: string; id?: string },
  isExcess = false,
): Promise<{ id: string; number: number }> {
  const actor = systemActor(deps, workspaceId);
  const fields: IncidentFields = {
    ...submitted,
    source: 'MANUAL_REPORT',
    applicationIds: [],
    dataSubjectGroupIds: [],
    purposeIds: [],
    piiCategoryIds: [],
    consequences: '',
    cause: 'UNKNOWN',
    breachKinds: [],
    attachmentId: null,
    subjectCount: null,
    recordCount: null,
    sensitive: false,
  };
  const incident = await open(trx, actor, fields, isExcess ? 'WAITING' : 'PENDING', id);
  const headline = { ...incident, title: submitted.title, reporterId: null, assigneeId: null };
  const hour = hourOf(actor.at);
  const officers = await officersOf(trx, workspaceId);
  if (isExcess) {
    const nth = await queries.publicReports(trx, workspaceId, hour, false);
    await announce(trx, actor, headline, 'incident.created', { notify: nth === 1 ? officers : [] });
    return incident;
  }
  const nth = await queries.publicReports(trx, workspaceId, hour, true);
  const settings = await settingsOf(trx, workspaceId);
  const dueAt = new Date(dueAfter(actor.at.getTime(), settings.authorityHours)).toISOString();
  await announce(trx, actor, headline, 'incident.submitted', {
    notify: officers,
    ...bundled(nth, { step: 'submitted' as const, to: officers, dueAt }),
  });
  return incident;
}
