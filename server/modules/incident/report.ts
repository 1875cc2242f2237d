import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { dueAfter } from '../../../shared/clock.ts';
import { HOUR } from '../../../shared/duration.ts';
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

/** The content of a public report; the data protection officer adds the rest. */
export interface PublicReport {
  title: string;
  reporter: Reporter;
  affectedSystems: string;
  description: string;
  actionsTaken: string;
  /** When the reporter became aware, ISO 8601. */
  discoveredAt: string;
  occurredAt: string;
}

/**
 * Reports of the public form, or of one reporter, for which a mail is sent in an hour; further ones only appear in the
 * officers' bells, so that nobody can flood their mailboxes.
 */
const MAILED_AN_HOUR = 10;

const NO_LINKS = { application: [], dataSubjectGroup: [], purpose: [], piiCategory: [] };

/**
 * Creates an incident with its deadline and first move; nobody is notified yet.
 * @throws 400 for moments in the future or records that do not exist
 */
export async function open(
  trx: Trx,
  actor: WithDeps,
  fields: IncidentFields,
  status: 'WAITING' | 'PENDING',
  id: string = randomUUIDv7(),
  reporterAwareAt: Date | null = null,
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
    reporterAwareAt,
    fields,
  });
  await writeLinks(trx, workspaceId, id, NO_LINKS, links);
  await openClock(trx, { workspaceId, now: at }, { id });
  if (status === 'PENDING')
    await historyQueries.insertMove(trx, actor, id, { action: 'submit', from: 'WAITING', to: 'PENDING' });
  return { id, number };
}

/** The start of the hour in which mails are counted. */
export const hourOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR));
/** The mail for the nth report of an hour; the last one announces that no more follow, further reports cause none. */
export const bundled = <Mail>(nth: number, mail: Mail): { mail?: Mail & { last: boolean } } =>
  nth <= MAILED_AN_HOUR ? { mail: { ...mail, last: nth === MAILED_AN_HOUR } } : {};

/**
 * Stores a report of the public form as a submitted one: the officers are notified like of any other. No member of the
 * workspace is its author. The organisation became aware by its receipt, until an officer states another moment
 * (docs/decisions/146). `id` left out: a new one.
 * @param isExcess more reports than people send: it is stored but not submitted, and the officers are notified only of
 * the first of an hour
 * @throws 400 `incident.inFuture`, 409 `duplicate` for an existing `id`
 */
export async function report(
  deps: Deps,
  trx: Trx,
  { workspaceId, id, ...submitted }: PublicReport & { workspaceId: string; id?: string },
  isExcess = false,
): Promise<{ id: string; number: number }> {
  const actor = systemActor(deps, workspaceId);
  assertPast(actor.at, { discoveredAt: submitted.discoveredAt, occurredAt: submitted.occurredAt });
  const fields: IncidentFields = {
    ...submitted,
    discoveredAt: actor.at.toISOString(),
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
    sensitive: null,
  };
  const incident = await open(
    trx,
    actor,
    fields,
    isExcess ? 'WAITING' : 'PENDING',
    id,
    new Date(submitted.discoveredAt),
  );
  const headline = { ...incident, title: submitted.title, reporterId: null, assigneeId: null };
  const hour = hourOf(actor.at);
  const officers = await officersOf(trx, workspaceId);
  if (isExcess) {
    const nth = await queries.publicReports(trx, workspaceId, { since: hour, submitted: false });
    await announce(trx, actor, headline, 'incident.created', { notify: nth === 1 ? officers : [] });
    return incident;
  }
  const nth = await queries.publicReports(trx, workspaceId, { since: hour, submitted: true });
  const settings = await settingsOf(trx, workspaceId);
  const dueAt = new Date(dueAfter(actor.at.getTime(), settings.authorityHours)).toISOString();
  await announce(trx, actor, headline, 'incident.submitted', {
    notify: officers,
    ...bundled(nth, { step: 'submitted' as const, to: officers, dueAt }),
  });
  return incident;
}
