import { MINUTE } from '../../../shared/duration.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

/** What somebody is asked to do with an incident, or is informed of. */
export type IncidentStep = 'submitted' | 'assigned' | 'responded' | 'sentBack' | 'reopened' | 'rejected' | 'resolved';

/**
 * Notifies the person who must act next on an incident. By its number alone: a title can name a data subject. `dueAt`:
 * when the authority must be notified, while that deadline is open. `last`: further reports of this hour cause no mail.
 */
export function incidentStepMail(
  config: PublicConfig,
  reader: MailAddressee,
  step: IncidentStep,
  incident: {
    id: string;
    workspaceId: string;
    number: number;
    workspace: string;
    dueAt: Date | null;
    last?: boolean | undefined;
  },
): Mail {
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:incidentStep.${key}`, values);
  const { id, workspaceId, number, workspace, dueAt, last } = incident;
  return addressed(
    `incident.${step}`,
    reader,
    composeLetter({
      ...reader,
      subject: t(`${step}.subject`, { number }),
      paragraphs: [
        t(`${step}.lead`, { number, workspace }),
        ...(dueAt ? [t('due', { at: timeText(reader.locale, dueAt) })] : []),
      ],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'incident', { id, workspaceId }),
      },
      ...(last && { notes: [t('last')] }),
    }),
  );
}

/**
 * Warns that the time for notifying the authority of a breach is running out, or is over. `leftMs` below zero: overdue.
 */
export function incidentClockMail(
  config: PublicConfig,
  reader: MailAddressee,
  incident: {
    id: string;
    workspaceId: string;
    number: number;
    workspace: string;
    leftMs: number;
    dueAt: Date;
    last?: boolean | undefined;
  },
): Mail {
  // Without the title: it can name a data subject, or be the text of a stranger.
  const { id, workspaceId, number, workspace, leftMs } = incident;
  const state = leftMs < 0 ? 'overdue' : 'dueSoon';
  // To the nearest minute: a mail that is written a moment after 24 hours were left states 24 hours.
  const minutes = Math.round(Math.abs(leftMs) / MINUTE);
  const values = {
    number,
    workspace,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    due: timeText(reader.locale, incident.dueAt),
  };
  const t = (key: string) => translate(reader.locale, `mail:incidentClock.${key}`, values);
  return addressed(
    state === 'overdue' ? 'incidentOverdue' : 'incidentDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), ...(state === 'overdue' && minutes === 0 ? [] : [t(`${state}.span`)]), t('due')],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'incident', { id, workspaceId }),
      },
      notes: [t(`${state}.duty`), ...(incident.last ? [t('last')] : [])],
    }),
  );
}
