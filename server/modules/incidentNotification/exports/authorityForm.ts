import { z } from 'zod';
import { readClock, factsOf as clockFacts } from '../../../../shared/clock.ts';
import { ACTIVITY_PHASES } from '../../../../shared/incident/activity.ts';
import { isNotifiedLate } from '../../../../shared/incident/clock.ts';
import { REPORT_PHASES, type ReportPhase } from '../../../../shared/incidentNotification/schema.ts';
import { wordsOf } from '../draft.ts';
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
import { timeText } from '../../../platform/dateTexts.ts';
import { fileNameOf } from '../../../platform/exports/texts.ts';
import { type Dossier, dossierOf, deliveryText, recipientTexts, subjectsText } from './dossier.ts';
import { incidentWords } from '../../incident/exports/words.ts';

/** `report` left out: a first report while the authority has not been notified, otherwise a supplement. */
const input = z.object({ report: z.enum(REPORT_PHASES).optional() });
type Input = z.output<typeof input>;

/**
 * The notification of a breach to the authority, in the order of section 37(4) and of the notification of 2022, to be
 * signed.
 */
export const authorityForm: ExportMaker<Input> = {
  input,
  // The title of the form names the report.
  filters: { report: null },
  fileName: (job) => fileNameOf(job, `${incidentWords(job.locale).t('form.short')} ${job.subject}`),
  async make(job) {
    const document = formOf(job, await dossierOf(job));
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

function formOf(job: ExportJob<Input>, dossier: Dossier): ReportDocument {
  const { locale } = job;
  const { incident, organization } = dossier;
  const { t } = incidentWords(locale);
  const report: ReportPhase = job.input.report ?? (incident.authorityNotifiedAt === null ? 'FIRST' : 'SUPPLEMENT');
  const words = wordsOf(dossier, locale);
  return {
    locale,
    title: t('form.title'),
    subtitle: words.controller,
    meta: [
      { label: t('meta.organization'), value: organization },
      { label: t('meta.number'), value: String(incident.number) },
      { label: t('meta.phase'), value: t(`incidentNotification:report.${report}`) },
      { label: t('meta.asOf'), value: timeText(locale, job.requestedAt) },
      { label: t('meta.by'), value: job.requestedBy.name },
    ],
    footer: `${t('form.short')} · ${t('meta.number')} ${incident.number}`,
    blocks: [
      paragraph(t('form.to')),
      paragraph(t('form.law'), 'muted'),
      ...parties(job, dossier),
      ...breach(job, dossier),
      ...measures(job, dossier),
      ...phases(job, dossier),
      heading(2, t('form.sign')),
      facts([
        { label: t('form.sign'), value: t('form.signLine') },
        { label: t('form.signName'), value: t('form.signLine') },
        { label: t('form.signDate'), value: t('form.signLine') },
      ]),
      paragraph(t('form.note'), 'muted'),
    ],
  };
}

function parties(job: ExportJob<Input>, { controllers, officers }: Dossier): Block[] {
  const { t, name } = incidentWords(job.locale);
  const row = (label: string, value: string) => ({ label: t(label), value: value || t('notStated') });
  return [
    heading(2, t('form.controller')),
    ...(controllers.length === 0 ? [callout('warn', t('form.noController'))] : []),
    ...controllers.map((one) =>
      facts([
        row('name', name(one.name)),
        row('address', one.address),
        row('contact', one.contact),
        row('phone', one.phone),
        row('email', one.email),
      ]),
    ),
    heading(2, t('form.officer')),
    ...(officers.length === 0 ? [callout('warn', t('form.noOfficer'))] : []),
    ...officers.map((one) =>
      facts([row('name', one.name), row('position', one.position), row('phone', one.phone), row('email', one.email)]),
    ),
  ];
}

function breach(job: ExportJob<Input>, dossier: Dossier): Block[] {
  const { t, time } = incidentWords(job.locale);
  const { incident } = dossier;
  const words = wordsOf(dossier, job.locale);
  const label = (key: string) => t(`incidentLetter:label.${key}`);
  return [
    heading(2, t('form.nature')),
    facts([
      { label: label('title'), value: incident.title },
      { label: label('kinds'), value: words.kinds },
      { label: label('cause'), value: words.cause },
      { label: label('occurredAt'), value: time(incident.occurredAt) },
      { label: label('discoveredAt'), value: time(incident.discoveredAt) },
      { label: label('systems'), value: words.systems },
      { label: label('description'), value: incident.description || words.unknown },
    ]),
    heading(2, t('form.numbers')),
    facts([
      { label: label('groups'), value: words.groups },
      { label: label('subjects'), value: words.subjects },
      { label: label('categories'), value: words.categories },
      { label: label('records'), value: words.records },
      {
        label: label('sensitive'),
        value: incident.sensitive ? { text: words.sensitive, mark: 'sensitive' } : words.sensitive,
      },
    ]),
    heading(2, t('form.consequences')),
    paragraph(incident.consequences || t('incidentLetter:consequencesUnknown')),
    facts([{ label: label('risk'), value: words.risk }]),
  ];
}

function measures(job: ExportJob<Input>, dossier: Dossier): Block[] {
  const words = incidentWords(job.locale);
  const { t, time } = words;
  const { incident } = dossier;
  const ordered = ACTIVITY_PHASES.flatMap((phase) => incident.activities.filter((one) => one.phase === phase));
  return [
    heading(2, t('form.measures')),
    paragraph(incident.actionsTaken),
    ...(ordered.length === 0
      ? []
      : [
          table(
            [
              { header: t('column.phase'), width: 2 },
              { header: t('column.at'), width: 3 },
              { header: t('column.detail'), width: 6 },
            ],
            ordered.map(({ phase, at, detail }) => [t(`incidentLetter:phase.${phase}`), time(at), detail]),
          ),
        ]),
    ...(incident.resolution
      ? [facts([{ label: t('incidentLetter:label.resolution'), value: incident.resolution }])]
      : []),
    facts([{ label: t('form.subjects'), value: subjectsText(dossier, words) }]),
  ];
}

/** A late state in the workspace's setting when counted from awareness, which is how the authority counts. */
const LATER = { met: 'late', running: 'overdue' } as const;

function phases(job: ExportJob<Input>, dossier: Dossier): Block[] {
  const { incident, notifications } = dossier;
  const words = incidentWords(job.locale);
  const { t, time } = words;
  const { state: counted } = readClock(clockFacts(incident.clock), job.requestedAt.getTime());
  const missed = isNotifiedLate(
    incident.clock,
    incident.authorityNotifiedAt ? Date.parse(incident.authorityNotifiedAt) : job.requestedAt.getTime(),
  );
  const state = missed && counted in LATER ? LATER[counted as keyof typeof LATER] : counted;
  const isLate = state === 'late' || state === 'overdue';
  const reports = notifications.filter(({ recipientGroup }) => recipientGroup === 'DATA_PROTECTION_AUTHORITY');
  return [
    heading(2, t('form.due')),
    facts([
      ...wordsOf(dossier, job.locale).dues,
      {
        label: t('clock.state'),
        value: isLate ? { text: t(`state.${state}`), mark: 'danger' } : t(`state.${state}`),
      },
      ...(isLate
        ? [{ label: t('form.late'), value: incident.lateReason || t('incidentLetter:lateReasonMissing') }]
        : []),
    ]),
    heading(2, t('form.notifications')),
    reports.length === 0
      ? paragraph(t('form.noNotifications'), 'muted')
      : table(
          [
            { header: t('column.report'), width: 2 },
            { header: t('column.at'), width: 3 },
            { header: t('column.channel'), width: 2 },
            { header: t('column.recipients'), width: 4 },
            { header: t('column.delivery'), width: 2 },
          ],
          reports.map((one) => [
            t(`incidentNotification:report.${one.report}`),
            time(one.notifiedAt),
            t(`incidentNotification:channel.${one.channel}`),
            recipientTexts(one),
            deliveryText(one, words),
          ]),
        ),
  ];
}
