import { z } from 'zod';
import { factsOf as clockFacts, readClock } from '../../../../shared/clock.ts';
import { ACTIVITY_PHASES } from '../../../../shared/incident/activity.ts';
import type { IncidentDecision } from '../../../../shared/incident/decision.ts';
import { wordsOf } from '../draft.ts';
import {
  type Block,
  facts,
  heading,
  paragraph,
  type ReportDocument,
  table,
} from '../../../platform/documents/document.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import type { ExportJob, ExportMaker } from '../../../platform/exports/maker.ts';
import { pdfOf } from '../../../platform/exports/pdf.ts';
import { timeText } from '../../../platform/dateTexts.ts';
import { fileNameOf } from '../../../platform/exports/texts.ts';
import { type Dossier, dossierOf, deliveryText, recipientTexts, subjectsText } from './dossier.ts';
import { type IncidentWords, incidentWords } from '../../incident/exports/words.ts';

type Job = ExportJob<object>;

/** The complete dossier of one incident: report, decisions, response and notifications, each with person and time. */
export const incidentReport: ExportMaker<object> = {
  input: z.object({}),
  filters: {},
  fileName: (job) => fileNameOf(job, `${incidentWords(job.locale).t('report.short')} ${job.subject}`),
  async make(job) {
    const document = reportOf(job, await dossierOf(job));
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

function reportOf(job: Job, dossier: Dossier): ReportDocument {
  const { locale, requestedAt } = job;
  const words = incidentWords(locale);
  const { t } = words;
  const { incident, organization } = dossier;
  const none = paragraph(t('none'), 'muted');
  return {
    locale,
    title: t('report.title'),
    subtitle: incident.title,
    meta: [
      { label: t('meta.organization'), value: organization },
      { label: t('meta.workspace'), value: job.workspace.name },
      { label: t('meta.number'), value: String(incident.number) },
      { label: t('meta.status'), value: t(`incident:status.${incident.status}`) },
      {
        label: t('meta.risk'),
        value: incident.riskLevel ? t(`incident:riskLevel.${incident.riskLevel}`) : t('incidentLetter:unknown'),
      },
      { label: t('meta.asOf'), value: timeText(locale, requestedAt) },
      { label: t('meta.by'), value: job.requestedBy.name },
    ],
    footer: `${t('report.short')} · ${t('meta.number')} ${incident.number}`,
    blocks: [
      heading(2, t('section.report')),
      ...incidentFacts(job, dossier),
      heading(2, t('section.clock')),
      clockBlock(job, dossier, words),
      heading(2, t('section.decisions')),
      ...(incident.decisions.length === 0
        ? [none]
        : incident.decisions.flatMap((decision) => decided(decision, words))),
      heading(2, t('section.activities')),
      ...(incident.activities.length === 0 ? [none] : []),
      ...ACTIVITY_PHASES.flatMap((phase): Block[] => {
        const done = incident.activities.filter((one) => one.phase === phase);
        if (done.length === 0) return [];
        return [
          heading(3, t(`incidentLetter:phase.${phase}`)),
          table(
            [
              { header: t('column.at'), width: 3 },
              { header: t('column.detail'), width: 6 },
              { header: t('column.by'), width: 2 },
            ],
            done.map(({ at, detail, by }) => [words.time(at), detail, by?.name ?? '']),
          ),
        ];
      }),
      ...(incident.resolution
        ? [facts([{ label: t('incidentLetter:label.resolution'), value: incident.resolution }])]
        : []),
      heading(2, t('section.notifications')),
      ...(dossier.notifications.length === 0 ? [none] : notified(dossier, words)),
      heading(2, t('section.moves')),
      incident.moves.length === 0
        ? none
        : table(
            [
              { header: t('column.at'), width: 3 },
              { header: t('column.action'), width: 3 },
              { header: t('column.status'), width: 3 },
              { header: t('column.reason'), width: 4 },
              { header: t('column.by'), width: 2 },
            ],
            incident.moves.map(({ at, action, to, reason, by }) => [
              words.time(at),
              t(`incident:action.${action}`),
              t(`incident:status.${to}`),
              reason,
              by?.name ?? t('publicForm'),
            ]),
          ),
    ],
  };
}

function incidentFacts(job: Job, dossier: Dossier): Block[] {
  const { t, name, time } = incidentWords(job.locale);
  const { incident } = dossier;
  const words = wordsOf(dossier, job.locale);
  const label = (key: string) => t(`incidentLetter:label.${key}`);
  const names = (of: readonly { name: { th: string; en: string } }[]) =>
    of.length === 0 ? t('notStated') : of.map((one) => name(one.name));
  const { reporter } = incident;
  return [
    facts([
      { label: label('title'), value: incident.title },
      { label: t('incident:field.source'), value: t(`incident:source.${incident.source}`) },
      {
        label: t('column.reporter'),
        value: [
          `${reporter.firstName} ${reporter.lastName}`,
          [reporter.phone, reporter.email].filter(Boolean).join(' · '),
        ],
      },
      { label: t('column.reportedBy'), value: incident.reportedBy?.name ?? t('publicForm') },
      { label: t('column.assignee'), value: incident.assignee?.name ?? t('none') },
      { label: label('occurredAt'), value: time(incident.occurredAt) },
      { label: label('discoveredAt'), value: time(incident.discoveredAt) },
      ...(incident.reporterAwareAt
        ? [{ label: t('incident:field.reporterAwareAt'), value: time(incident.reporterAwareAt) }]
        : []),
      { label: t('column.createdAt'), value: time(incident.createdAt) },
      { label: t('column.submittedAt'), value: time(incident.submittedAt) },
      { label: t('column.acceptedAt'), value: time(incident.acceptedAt) },
      { label: t('column.containedAt'), value: time(incident.containedAt) },
      { label: t('column.respondedAt'), value: time(incident.respondedAt) },
      { label: t('column.resolvedAt'), value: time(incident.resolvedAt) },
      { label: label('kinds'), value: words.kinds },
      { label: label('cause'), value: words.cause },
      { label: label('description'), value: incident.description },
      { label: label('actionsTaken'), value: incident.actionsTaken },
      { label: label('consequences'), value: incident.consequences || t('incidentLetter:consequencesUnknown') },
      { label: t('attachment'), value: incident.attachment?.name ?? t('none') },
    ]),
    heading(3, t('section.concerned')),
    facts([
      {
        label: label('systems'),
        value: [...incident.applications.map((one) => name(one.name)), incident.affectedSystems].filter(Boolean),
      },
      { label: label('groups'), value: names(incident.dataSubjectGroups) },
      { label: t('column.purposes'), value: names(incident.purposes) },
      { label: label('categories'), value: names(incident.piiCategories) },
      { label: label('subjects'), value: words.subjects },
      { label: label('records'), value: words.records },
      {
        label: label('sensitive'),
        value: incident.sensitive ? { text: words.sensitive, mark: 'sensitive' } : words.sensitive,
      },
    ]),
  ];
}

/** Both readings of the start where they differ, and the state of the deadline. */
function clockBlock(job: Job, dossier: Dossier, words: IncidentWords): Block {
  const { t, time } = words;
  const { incident } = dossier;
  const { clock } = incident;
  const { state } = readClock(clockFacts(clock), job.requestedAt.getTime());
  const { other } = clock;
  const first = (one: { dueAt: string }, two: { dueAt: string } | null) =>
    two && one.dueAt < two.dueAt ? ` (${t('clock.earlier')})` : '';
  return facts([
    { label: t('clock.basis'), value: `${t(`clock.${clock.basis}`)}${first(clock, other)}` },
    { label: t('clock.startedAt'), value: time(clock.startedAt) },
    { label: t('clock.dueAt'), value: time(clock.dueAt) },
    {
      label: t('clock.state'),
      value: {
        text: t(`state.${state}`),
        mark: state === 'overdue' || state === 'late' ? 'danger' : state === 'met' ? 'ok' : 'muted',
      },
    },
    ...(clock.endedAt ? [{ label: t('clock.endedAt'), value: time(clock.endedAt) }] : []),
    ...(clock.stoppedAt ? [{ label: t('clock.stoppedAt'), value: time(clock.stoppedAt) }] : []),
    ...(other
      ? [
          {
            label: t('clock.other'),
            value: [
              t(`clock.${other.basis}`),
              `${t('clock.startedAt')}: ${time(other.startedAt)}`,
              `${t('clock.dueAt')}: ${time(other.dueAt)}${first(other, clock)}`,
            ],
          },
        ]
      : []),
    {
      label: t('column.authorityNotifiedAt'),
      value: incident.authorityNotifiedAt
        ? time(incident.authorityNotifiedAt)
        : t(incident.riskLevel === 'NO_RISK' ? 'incidentLetter:notNeeded' : 'incidentLetter:notYet'),
    },
    {
      label: t('column.subjectsNotifiedAt'),
      value: subjectsText(dossier, words),
    },
    ...(incident.lateReason ? [{ label: t('form.late'), value: incident.lateReason }] : []),
  ]);
}

/**
 * A decision with its reasons: the calculation of the severity, and the factors that were considered where nobody was
 * notified.
 */
function decided(
  { riskLevel, description, severity, factors, at, by }: IncidentDecision,
  { t, time, number }: IncidentWords,
): Block[] {
  const risk = (key: string) => t(`incidentRisk:${key}`);
  const blocks: Block[] = [
    heading(3, `${t(`incident:riskLevel.${riskLevel}`)} · ${time(at)}`),
    facts([
      { label: t('column.by'), value: by?.name ?? '' },
      { label: t('column.riskDescription'), value: description },
    ]),
  ];
  if (severity) {
    const { answers, working } = severity;
    blocks.push(
      facts([
        {
          label: t('decision.severity'),
          value: [
            t('decision.formula'),
            `${number(working.context)} × ${number(working.identification)} + ${number(working.circumstances)} = ${number(working.score)} (${risk(`severity.${working.level}`)})`,
          ],
        },
        { label: t('decision.suggested'), value: t(`incident:riskLevel.${working.suggested}`) },
        { label: t('decision.dataKinds'), value: answers.dataKinds.map((kind) => risk(`kinds.${kind}`)) },
        { label: t('decision.adjustments'), value: answers.adjustments.map((one) => risk(`adjustments.${one}`)) },
        { label: t('decision.identification'), value: risk(`identification.${answers.identification}`) },
        ...(['confidentiality', 'integrity', 'availability'] as const).map((loss) => ({
          label: t(`decision.${loss}`),
          value: risk(`loss.${loss}_${answers[loss]}`),
        })),
        { label: t('decision.malicious'), value: risk(answers.malicious ? 'loss.malicious' : 'loss.notMalicious') },
      ]),
    );
  } else blocks.push(facts([{ label: t('decision.severity'), value: t('decision.notCalculated') }]));
  if (factors.length > 0)
    blocks.push(
      table(
        [
          { header: t('decision.factor'), width: 2 },
          { header: t('decision.finding'), width: 4 },
        ],
        factors.map(({ factor, finding }) => [risk(`factor.${factor}`), finding]),
        t('decision.factors'),
      ),
    );
  return blocks;
}

function notified({ notifications }: Dossier, words: IncidentWords): Block[] {
  const { t, time } = words;
  return notifications.flatMap((one): Block[] => [
    heading(3, `${t(`incidentNotification:group.${one.recipientGroup}`)} · ${time(one.notifiedAt)}`),
    facts([
      { label: t('column.report'), value: t(`incidentNotification:report.${one.report}`) },
      { label: t('column.channel'), value: t(`incidentNotification:channel.${one.channel}`) },
      { label: t('column.recipients'), value: recipientTexts(one) },
      { label: t('column.delivery'), value: deliveryText(one, words) },
      { label: t('column.subject'), value: one.subject },
      { label: t('column.detail'), value: one.message },
      ...(one.opinion ? [{ label: t('opinion'), value: one.opinion }] : []),
      ...(one.attachment ? [{ label: t('attachment'), value: one.attachment.name }] : []),
      { label: t('column.by'), value: one.sentBy?.name ?? '' },
    ]),
  ]);
}
