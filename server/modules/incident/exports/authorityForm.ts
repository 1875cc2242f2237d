import { z } from 'zod';
import { readClock, factsOf as clockFacts } from '../../../../shared/clock.ts';
import { ACTIVITY_PHASES, isNotifiedLate } from '../../../../shared/incident/schema.ts';
import { REPORT_PHASES, type ReportPhase } from '../../../../shared/incidentNotification/schema.ts';
import { wordsOf } from '../../incidentNotification/draft.ts';
import {
  type Block,
  callout,
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
import { type Dossier, dossierOf, incidentWords, saidDelivery, saidRecipients } from './facts.ts';

/** `report` left out: a first report while the authority was not told, else a supplement. */
const input = z.object({ report: z.enum(REPORT_PHASES).optional() });
type Input = z.output<typeof input>;

/**
 * What the authority is told of a breach, in the order of section 37(4) and of the notification of 2022, to be signed.
 */
export const authorityForm: ExportMaker<Input> = {
  input,
  fileName: (job) => fileNameOf(job, `${incidentWords(job.locale).say('form.short')} ${job.subject}`),
  async make(job) {
    const document = formOf(job, await dossierOf(job));
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

function formOf(job: ExportJob<Input>, dossier: Dossier): ReportDocument {
  const { locale } = job;
  const { incident, organization } = dossier;
  const { say } = incidentWords(locale);
  const report: ReportPhase = job.input.report ?? (incident.authorityNotifiedAt === null ? 'FIRST' : 'SUPPLEMENT');
  const words = wordsOf(dossier, locale);
  return {
    locale,
    title: say('form.title'),
    subtitle: words.controller,
    meta: [
      { label: say('meta.organization'), value: organization },
      { label: say('meta.number'), value: String(incident.number) },
      { label: say('meta.phase'), value: say(`incidentNotification:report.${report}`) },
      { label: say('meta.asOf'), value: timeText(locale, job.requestedAt) },
      { label: say('meta.by'), value: job.requestedBy.name },
    ],
    footer: `${say('form.short')} · ${say('meta.number')} ${incident.number}`,
    blocks: [
      paragraph(say('form.to')),
      paragraph(say('form.law'), 'muted'),
      ...parties(job, dossier),
      ...breach(job, dossier),
      ...measures(job, dossier),
      ...phases(job, dossier),
      heading(2, say('form.sign')),
      facts([
        { label: say('form.sign'), value: say('form.signLine') },
        { label: say('form.signName'), value: say('form.signLine') },
        { label: say('form.signDate'), value: say('form.signLine') },
      ]),
      paragraph(say('form.note'), 'muted'),
    ],
  };
}

function parties(job: ExportJob<Input>, { controllers, officers }: Dossier): Block[] {
  const { say, name } = incidentWords(job.locale);
  const row = (label: string, value: string) => ({ label: say(label), value: value || say('notSaid') });
  return [
    heading(2, say('form.controller')),
    ...(controllers.length === 0 ? [callout('warn', say('form.noController'))] : []),
    ...controllers.map((one) =>
      facts([
        row('name', name(one.name)),
        row('address', one.address),
        row('contact', one.contact),
        row('phone', one.phone),
        row('email', one.email),
      ]),
    ),
    heading(2, say('form.officer')),
    ...(officers.length === 0 ? [callout('warn', say('form.noOfficer'))] : []),
    ...officers.map((one) =>
      facts([row('name', one.name), row('position', one.position), row('phone', one.phone), row('email', one.email)]),
    ),
  ];
}

function breach(job: ExportJob<Input>, dossier: Dossier): Block[] {
  const { say, time } = incidentWords(job.locale);
  const { incident } = dossier;
  const words = wordsOf(dossier, job.locale);
  const label = (key: string) => say(`incidentLetter:label.${key}`);
  return [
    heading(2, say('form.nature')),
    facts([
      { label: label('title'), value: incident.title },
      { label: label('kinds'), value: words.kinds },
      { label: label('cause'), value: words.cause },
      { label: label('occurredAt'), value: time(incident.occurredAt) },
      { label: label('discoveredAt'), value: time(incident.discoveredAt) },
      { label: label('systems'), value: words.systems },
      { label: label('description'), value: incident.description || words.unknown },
    ]),
    heading(2, say('form.numbers')),
    facts([
      { label: label('groups'), value: words.groups },
      { label: label('subjects'), value: words.subjects },
      { label: label('categories'), value: words.categories },
      { label: label('records'), value: words.records },
      {
        label: label('sensitive'),
        value: incident.sensitive ? { text: say('incidentLetter:yes'), mark: 'sensitive' } : say('incidentLetter:no'),
      },
    ]),
    heading(2, say('form.consequences')),
    paragraph(incident.consequences || say('incidentLetter:consequencesUnknown')),
    facts([{ label: label('risk'), value: words.risk }]),
  ];
}

function measures(job: ExportJob<Input>, { incident }: Dossier): Block[] {
  const { say, time } = incidentWords(job.locale);
  const ordered = ACTIVITY_PHASES.flatMap((phase) => incident.activities.filter((one) => one.phase === phase));
  const told = incident.subjectsNotifiedAt;
  const state = told
    ? time(told)
    : say(incident.riskLevel === 'NO_RISK' ? 'incidentLetter:notNeeded' : 'incidentLetter:notYet');
  return [
    heading(2, say('form.measures')),
    paragraph(incident.actionsTaken),
    ...(ordered.length === 0
      ? []
      : [
          table(
            [
              { header: say('column.phase'), width: 2 },
              { header: say('column.at'), width: 3 },
              { header: say('column.detail'), width: 6 },
            ],
            ordered.map(({ phase, at, detail }) => [say(`incidentLetter:phase.${phase}`), time(at), detail]),
          ),
        ]),
    ...(incident.resolution
      ? [facts([{ label: say('incidentLetter:label.resolution'), value: incident.resolution }])]
      : []),
    facts([{ label: say('form.subjects'), value: state }]),
  ];
}

/**
 * What the workspace's clock says is late by the earlier reading of the act, where it is: the office counts from
 * awareness.
 */
const LATER = { met: 'late', running: 'overdue' } as const;

function phases(job: ExportJob<Input>, dossier: Dossier): Block[] {
  const { incident, notifications } = dossier;
  const words = incidentWords(job.locale);
  const { say, time } = words;
  const { state: counted } = readClock(clockFacts(incident.clock), job.requestedAt.getTime());
  const missed = isNotifiedLate(
    incident.clock,
    incident.authorityNotifiedAt ? Date.parse(incident.authorityNotifiedAt) : job.requestedAt.getTime(),
  );
  const state = missed && counted in LATER ? LATER[counted as keyof typeof LATER] : counted;
  const late = state === 'late' || state === 'overdue';
  const reports = notifications.filter(({ recipientGroup }) => recipientGroup === 'DATA_PROTECTION_AUTHORITY');
  return [
    heading(2, say('form.due')),
    facts([
      ...wordsOf(dossier, job.locale).dues,
      {
        label: say('clock.state'),
        value: late ? { text: say(`state.${state}`), mark: 'danger' } : say(`state.${state}`),
      },
      ...(late || incident.lateReason
        ? [{ label: say('form.late'), value: incident.lateReason || say('incidentLetter:lateReasonMissing') }]
        : []),
    ]),
    heading(2, say('form.told')),
    reports.length === 0
      ? paragraph(say('form.noneTold'), 'muted')
      : table(
          [
            { header: say('column.report'), width: 2 },
            { header: say('column.at'), width: 3 },
            { header: say('column.channel'), width: 2 },
            { header: say('column.recipients'), width: 4 },
            { header: say('column.delivery'), width: 2 },
          ],
          reports.map((one) => [
            say(`incidentNotification:report.${one.report}`),
            time(one.notifiedAt),
            say(`incidentNotification:channel.${one.channel}`),
            saidRecipients(one),
            saidDelivery(one, words),
          ]),
        ),
  ];
}
