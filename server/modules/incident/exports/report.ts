import { z } from 'zod';
import { factsOf as clockFacts, readClock } from '../../../../shared/clock.ts';
import { ACTIVITY_PHASES, type IncidentDecision } from '../../../../shared/incident/schema.ts';
import { wordsOf } from '../../incidentNotification/draft.ts';
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
import { fileNameOf, timeText } from '../../../platform/exports/texts.ts';
import { type Dossier, dossierOf, type IncidentWords, incidentWords, saidDelivery, saidRecipients } from './facts.ts';

type Job = ExportJob<object>;

/** The whole dossier of one incident: what was reported, decided, done and told, by whom and when. */
export const incidentReport: ExportMaker<object> = {
  input: z.object({}),
  fileName: (job) => fileNameOf(job, `${incidentWords(job.locale).say('report.short')} ${job.subject}`),
  async make(job) {
    const document = reportOf(job, await dossierOf(job));
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

function reportOf(job: Job, dossier: Dossier): ReportDocument {
  const { locale, requestedAt } = job;
  const words = incidentWords(locale);
  const { say } = words;
  const { incident, organization } = dossier;
  const none = paragraph(say('none'), 'muted');
  return {
    locale,
    title: say('report.title'),
    subtitle: incident.title,
    meta: [
      { label: say('meta.organization'), value: organization },
      { label: say('meta.workspace'), value: job.workspace.name },
      { label: say('meta.number'), value: String(incident.number) },
      { label: say('meta.status'), value: say(`incident:status.${incident.status}`) },
      {
        label: say('meta.risk'),
        value: incident.riskLevel ? say(`incident:riskLevel.${incident.riskLevel}`) : say('incidentLetter:unknown'),
      },
      { label: say('meta.asOf'), value: timeText(locale, requestedAt) },
      { label: say('meta.by'), value: job.requestedBy.name },
    ],
    footer: `${say('report.short')} · ${say('meta.number')} ${incident.number}`,
    blocks: [
      heading(2, say('section.report')),
      ...told(job, dossier),
      heading(2, say('section.clock')),
      clockBlock(job, dossier, words),
      heading(2, say('section.decisions')),
      ...(incident.decisions.length === 0
        ? [none]
        : incident.decisions.flatMap((decision) => decided(decision, words))),
      heading(2, say('section.activities')),
      ...(incident.activities.length === 0 ? [none] : []),
      ...ACTIVITY_PHASES.flatMap((phase): Block[] => {
        const done = incident.activities.filter((one) => one.phase === phase);
        if (done.length === 0) return [];
        return [
          heading(3, say(`incidentLetter:phase.${phase}`)),
          table(
            [
              { header: say('column.at'), width: 3 },
              { header: say('column.detail'), width: 6 },
              { header: say('column.by'), width: 2 },
            ],
            done.map(({ at, detail, by }) => [words.time(at), detail, by?.name ?? '']),
          ),
        ];
      }),
      ...(incident.resolution
        ? [facts([{ label: say('incidentLetter:label.resolution'), value: incident.resolution }])]
        : []),
      heading(2, say('section.notifications')),
      ...(dossier.notifications.length === 0 ? [none] : notified(dossier, words)),
      heading(2, say('section.moves')),
      incident.moves.length === 0
        ? none
        : table(
            [
              { header: say('column.at'), width: 3 },
              { header: say('column.action'), width: 3 },
              { header: say('column.status'), width: 3 },
              { header: say('column.reason'), width: 4 },
              { header: say('column.by'), width: 2 },
            ],
            incident.moves.map(({ at, action, to, reason, by }) => [
              words.time(at),
              say(`incident:action.${action}`),
              say(`incident:status.${to}`),
              reason,
              by?.name ?? say('publicForm'),
            ]),
          ),
    ],
  };
}

function told(job: Job, dossier: Dossier): Block[] {
  const { say, name, time } = incidentWords(job.locale);
  const { incident } = dossier;
  const words = wordsOf(dossier, job.locale);
  const label = (key: string) => say(`incidentLetter:label.${key}`);
  const names = (of: readonly { name: { th: string; en: string } }[]) =>
    of.length === 0 ? say('notSaid') : of.map((one) => name(one.name));
  const { reporter } = incident;
  return [
    facts([
      { label: label('title'), value: incident.title },
      { label: say('incident:field.source'), value: say(`incident:source.${incident.source}`) },
      {
        label: say('column.reporter'),
        value: [
          `${reporter.firstName} ${reporter.lastName}`,
          [reporter.phone, reporter.email].filter(Boolean).join(' · '),
        ],
      },
      { label: say('column.reportedBy'), value: incident.reportedBy?.name ?? say('publicForm') },
      { label: say('column.assignee'), value: incident.assignee?.name ?? say('none') },
      { label: label('occurredAt'), value: time(incident.occurredAt) },
      { label: label('discoveredAt'), value: time(incident.discoveredAt) },
      { label: say('column.createdAt'), value: time(incident.createdAt) },
      { label: say('column.submittedAt'), value: time(incident.submittedAt) },
      { label: say('column.acceptedAt'), value: time(incident.acceptedAt) },
      { label: say('column.containedAt'), value: time(incident.containedAt) },
      { label: say('column.respondedAt'), value: time(incident.respondedAt) },
      { label: say('column.resolvedAt'), value: time(incident.resolvedAt) },
      { label: label('kinds'), value: words.kinds },
      { label: label('cause'), value: words.cause },
      { label: label('description'), value: incident.description },
      { label: label('actionsTaken'), value: incident.actionsTaken },
      { label: label('consequences'), value: incident.consequences || say('incidentLetter:consequencesUnknown') },
      { label: say('attachment'), value: incident.attachment?.name ?? say('none') },
    ]),
    heading(3, say('section.concerned')),
    facts([
      {
        label: label('systems'),
        value: [...incident.applications.map((one) => name(one.name)), incident.affectedSystems].filter(Boolean),
      },
      { label: label('groups'), value: names(incident.dataSubjectGroups) },
      { label: say('column.purposes'), value: names(incident.purposes) },
      { label: label('categories'), value: names(incident.piiCategories) },
      { label: label('subjects'), value: words.subjects },
      { label: label('records'), value: words.records },
      {
        label: label('sensitive'),
        value: incident.sensitive ? { text: say('incidentLetter:yes'), mark: 'sensitive' } : say('incidentLetter:no'),
      },
    ]),
  ];
}

/** Both readings of the start where they differ, and how the clock stands. */
function clockBlock(job: Job, { incident }: Dossier, { say, time }: IncidentWords): Block {
  const { clock } = incident;
  const { state } = readClock(clockFacts(clock), job.requestedAt.getTime());
  const { other } = clock;
  return facts([
    { label: say('clock.basis'), value: say(`clock.${clock.basis}`) },
    { label: say('clock.startedAt'), value: time(clock.startedAt) },
    { label: say('clock.dueAt'), value: time(clock.dueAt) },
    {
      label: say('clock.state'),
      value: {
        text: say(`state.${state}`),
        mark: state === 'overdue' || state === 'late' ? 'danger' : state === 'met' ? 'ok' : 'muted',
      },
    },
    ...(clock.endedAt ? [{ label: say('clock.endedAt'), value: time(clock.endedAt) }] : []),
    ...(clock.stoppedAt ? [{ label: say('clock.stoppedAt'), value: time(clock.stoppedAt) }] : []),
    ...(other
      ? [
          {
            label: say('clock.other'),
            value: [
              say(`clock.${other.basis}`),
              `${say('clock.startedAt')}: ${time(other.startedAt)}`,
              `${say('clock.dueAt')}: ${time(other.dueAt)}${clock.otherIsEarlier ? ` (${say('clock.earlier')})` : ''}`,
            ],
          },
        ]
      : []),
    {
      label: say('column.authorityNotifiedAt'),
      value: incident.authorityNotifiedAt
        ? time(incident.authorityNotifiedAt)
        : say(incident.riskLevel === 'NO_RISK' ? 'incidentLetter:notNeeded' : 'incidentLetter:notYet'),
    },
    {
      label: say('column.subjectsNotifiedAt'),
      value: incident.subjectsNotifiedAt
        ? time(incident.subjectsNotifiedAt)
        : say(incident.riskLevel === 'HIGH_RISK' ? 'incidentLetter:notYet' : 'incidentLetter:notNeeded'),
    },
    ...(incident.lateReason ? [{ label: say('form.late'), value: incident.lateReason }] : []),
  ]);
}

/** A decision with what it rests on: the working of the severity, and the factors weighed before nobody was told. */
function decided(
  { riskLevel, description, severity, factors, at, by }: IncidentDecision,
  { say, time, number }: IncidentWords,
): Block[] {
  const risk = (key: string) => say(`incidentRisk:${key}`);
  const blocks: Block[] = [
    heading(3, `${say(`incident:riskLevel.${riskLevel}`)} · ${time(at)}`),
    facts([
      { label: say('column.by'), value: by?.name ?? '' },
      { label: say('column.riskDescription'), value: description },
    ]),
  ];
  if (severity) {
    const { answers, working } = severity;
    blocks.push(
      facts([
        {
          label: say('decision.severity'),
          value: [
            say('decision.formula'),
            `${number(working.context)} × ${number(working.identification)} + ${number(working.circumstances)} = ${number(working.score)} (${risk(`severity.${working.level}`)})`,
          ],
        },
        { label: say('decision.suggested'), value: say(`incident:riskLevel.${working.suggested}`) },
        { label: say('decision.dataKinds'), value: answers.dataKinds.map((kind) => risk(`kinds.${kind}`)) },
        { label: say('decision.adjustments'), value: answers.adjustments.map((one) => risk(`adjustments.${one}`)) },
        { label: say('decision.identification'), value: risk(`identification.${answers.identification}`) },
        ...(['confidentiality', 'integrity', 'availability'] as const).map((loss) => ({
          label: say(`decision.${loss}`),
          value: risk(`loss.${loss}_${answers[loss]}`),
        })),
        { label: say('decision.malicious'), value: risk(answers.malicious ? 'loss.malicious' : 'loss.notMalicious') },
      ]),
    );
  } else blocks.push(facts([{ label: say('decision.severity'), value: say('decision.notCalculated') }]));
  if (factors.length > 0)
    blocks.push(
      table(
        [
          { header: say('decision.factor'), width: 2 },
          { header: say('decision.finding'), width: 4 },
        ],
        factors.map(({ factor, finding }) => [risk(`factor.${factor}`), finding]),
        say('decision.factors'),
      ),
    );
  return blocks;
}

function notified({ notifications }: Dossier, words: IncidentWords): Block[] {
  const { say, time } = words;
  return notifications.flatMap((one): Block[] => [
    heading(3, `${say(`incidentNotification:group.${one.recipientGroup}`)} · ${time(one.notifiedAt)}`),
    facts([
      { label: say('column.report'), value: say(`incidentNotification:report.${one.report}`) },
      { label: say('column.channel'), value: say(`incidentNotification:channel.${one.channel}`) },
      { label: say('column.recipients'), value: saidRecipients(one) },
      { label: say('column.delivery'), value: saidDelivery(one, words) },
      { label: say('column.subject'), value: one.subject },
      { label: say('column.detail'), value: one.message },
      ...(one.opinion ? [{ label: say('opinion'), value: one.opinion }] : []),
      ...(one.attachment ? [{ label: say('attachment'), value: one.attachment.name }] : []),
      { label: say('column.by'), value: one.sentBy?.name ?? '' },
    ]),
  ]);
}
