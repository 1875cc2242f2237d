import type { Trx } from '../../../../db/client.ts';
import { type IncidentNotification, reachedOf } from '../../../../shared/incidentNotification/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { IncidentWords } from '../../incident/exports/words.ts';
import { factsOf, type IncidentFacts } from '../facts.ts';
import { sentOfIncident } from '../record.ts';
import { type ExportJob, ExportProblem } from '../../../platform/exports/maker.ts';

/** The content of a document of one incident. */
export interface Dossier extends IncidentFacts {
  /** Sent or recorded ones, in the order of notification. */
  readonly notifications: IncidentNotification[];
}

/** @throws ExportProblem `subjectGone` */
export function dossierOf(job: ExportJob): Promise<Dossier> {
  return job.transaction(async (trx: Trx) => {
    const id = job.subjectId ?? '';
    try {
      return { ...(await factsOf(trx, job, id)), notifications: await sentOfIncident(trx, job, id) };
    } catch (error) {
      throw error instanceof AppError && error.status === 'NOT_FOUND'
        ? new ExportProblem('subjectGone', { cause: error })
        : error;
    }
  });
}

/**
 * What stands in place of when data subjects were notified: until the risk is assessed nobody knows whether they must.
 */
const SUBJECTS_OPEN = {
  NO_RISK: 'incidentLetter:notNeeded',
  POSSIBLE_RISK: 'incidentLetter:notNeeded',
  HIGH_RISK: 'incidentLetter:notYet',
  UNDECIDED: 'incident:undecided',
} as const;

/** When data subjects were notified, or whether they must be; with the emails of a notification that is under way. */
export function subjectsText({ incident, notifications }: Dossier, { t, time, number }: IncidentWords): string {
  const { subjectsNotifiedAt: at, riskLevel } = incident;
  const state = at ? time(at) : t(SUBJECTS_OPEN[riskLevel ?? 'UNDECIDED']);
  const mails = notifications.flatMap(({ recipientGroup, report, mails: counts }) =>
    recipientGroup === 'DATA_SUBJECT' && report === 'FIRST' && counts ? [counts] : [],
  );
  const total = mails.reduce((sum, counts) => sum + counts.total, 0);
  const reached = mails.reduce((sum, counts) => sum + reachedOf(counts), 0);
  return reached === total ? state : `${state} (${t('reached', { reached: number(reached), total: number(total) })})`;
}

/** Mails of a notification in words, by their state; of other channels that the notification was recorded. */
export function deliveryText({ channel, deliveries }: IncidentNotification, { t }: IncidentWords): string {
  if (channel !== 'EMAIL') return t('recorded');
  // Returned mails that were settled are counted separately, with the reason.
  const groups = Map.groupBy(deliveries, ({ state, answer, answerReason }) =>
    answer ? `${t(`incidentNotification:delivery.answered.${answer}`)} (${answerReason})` : t(`delivery.${state}`),
  );
  return [...groups].map(([words, mails]) => `${words} ${mails.length}`).join(', ');
}

/** Recipients: by name, or by address where there is none. */
export const recipientTexts = ({ recipients }: IncidentNotification): string[] =>
  recipients.map(({ name, email, phone }) => name || email || phone).filter(Boolean);
