import type { z } from 'zod';
import { duesOf, isNotifiedLate } from '../../../shared/incident/clock.ts';
import type {
  draftInput,
  notificationDraft,
  Recipient,
  RecipientGroup,
  ReportPhase,
} from '../../../shared/incidentNotification/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { isTelephone } from '../../../shared/telephone.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { actorOf } from '../../platform/actor.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';
import { yesNo } from '../incident/exports/words.ts';
import { headlineOf } from '../incident/record.ts';
import { assertMove } from '../incident/rules.ts';
import { type Contact, factsOf, type IncidentFacts, peopleOf } from './facts.ts';
import { cut, fitted, measures, type Message, NAMES_LIMIT, part, section } from './letterText.ts';

const SUBJECT_LIMIT = 300;
/** People named as contacts of the authority. */
const CONTACTS = 5;

/**
 * A draft of a notification, written from the incident, to be reviewed before it is sent. Unknown facts are stated as
 * unknown.
 */
export function draft(
  ctx: WorkspaceContext,
  { id, recipientGroup, locale, report, lateReason }: z.output<typeof draftInput>,
): Promise<z.output<typeof notificationDraft>> {
  return ctx.transaction(async (trx) => {
    const facts = await factsOf(trx, ctx, id);
    assertMove(actorOf(ctx), headlineOf(facts.incident), 'notify');
    const managers = recipientGroup === 'TOP_MANAGEMENT' ? await peopleOf(trx, ctx.workspace.id, 'Top Management') : [];
    return {
      ...letterOf(facts, { group: recipientGroup, report, locale, lateReason, now: ctx.deps.now() }),
      recipients: recipientsOf(recipientGroup, locale, managers),
    };
  });
}

function recipientsOf(group: RecipientGroup, locale: Locale, managers: readonly Contact[]): Recipient[] {
  if (group === 'TOP_MANAGEMENT')
    return managers.map(({ name, email, phone }) => ({ name, email, phone: isTelephone(phone) ? phone : '' }));
  // The address at which the office accepts reports changes; it is not ours to fill in.
  if (group === 'DATA_PROTECTION_AUTHORITY')
    return [{ name: translate(locale, 'incidentLetter:authority'), email: '', phone: '' }];
  return [];
}

interface Wanted {
  readonly group: RecipientGroup;
  readonly report: ReportPhase;
  readonly locale: Locale;
  /** Why the authority is notified late; by default the reason of the incident. */
  readonly lateReason?: string;
  readonly now: Date;
}

/** Subject and message. Texts that people typed are only placed beside ours, never inserted into them. */
function letterOf(
  facts: IncidentFacts,
  { group, report, locale, lateReason = '', now }: Wanted,
): Message & { subject: string } {
  const words = wordsOf(facts, locale);
  const letter = {
    TOP_MANAGEMENT: () => fitted(management(facts, words, now)),
    DATA_PROTECTION_AUTHORITY: () =>
      authority(facts, words, { report, now, lateReason: lateReason || facts.incident.lateReason }),
    DATA_SUBJECT: () => fitted(people(facts, words, 'subject')),
    INTERESTED_PARTY: () => fitted(people(facts, words, 'public')),
    PUBLIC_MEDIA: () => fitted(people(facts, words, 'public')),
  }[group]();
  const kind =
    group === 'DATA_PROTECTION_AUTHORITY' && report === 'SUPPLEMENT'
      ? 'SUPPLEMENT'
      : group === 'INTERESTED_PARTY' || group === 'PUBLIC_MEDIA'
        ? 'PUBLIC'
        : group;
  // Data subjects do not know the incident by its internal title.
  const about =
    group === 'TOP_MANAGEMENT' || group === 'DATA_PROTECTION_AUTHORITY' ? facts.incident.title : words.controller;
  return {
    subject: cut(`${words.t(`subject.${kind}`)}: ${about}`, SUBJECT_LIMIT),
    ...letter,
  };
}

type Words = ReturnType<typeof wordsOf>;

/** The incident in words of one language. */
export function wordsOf({ incident, controllers, organization, officers }: IncidentFacts, locale: Locale) {
  const t = (key: string, values?: Record<string, unknown>) => translate(locale, `incidentLetter:${key}`, values);
  const names = (of: readonly { name: { th: string; en: string } }[]) =>
    of.map(({ name }) => name[locale] || name.th).join(', ');
  const number = (value: number, unit: string) =>
    `${value.toLocaleString(locale === 'th' ? 'th-TH' : 'en-GB')} ${t(`unit.${unit}`)}`;
  const unknown = t('unknown');
  return {
    t,
    unknown,
    time: (at: string) => timeText(locale, new Date(at)),
    line: (key: string, value: string) => `${t(`label.${key}`)}: ${value || unknown}`,
    /** When the authority must be notified: by both readings of the act where they differ. */
    dues: duesOf(incident.clock).map(({ basis, dueAt }) => ({
      label: t(incident.clock.other ? `label.dueFrom.${basis}` : 'label.dueAt'),
      value: timeText(locale, new Date(dueAt)),
    })),
    controller: names(controllers) || organization,
    groups: names(incident.dataSubjectGroups) || unknown,
    categories: names(incident.piiCategories) || unknown,
    systems: [names(incident.applications), incident.affectedSystems].filter(Boolean).join('; ') || unknown,
    subjects: incident.subjectCount === null ? t('countUnknown') : number(incident.subjectCount, 'people'),
    records: incident.recordCount === null ? t('countUnknown') : number(incident.recordCount, 'records'),
    kinds: incident.breachKinds.map((kind) => t(`kind.${kind}`)).join(', ') || unknown,
    cause: translate(locale, `incident:cause.${incident.cause}`),
    sensitive: t(yesNo(incident.sensitive)),
    risk: incident.riskLevel ? t(`risk.${incident.riskLevel}`) : translate(locale, 'incident:undecided'),
    contacts:
      officers.length > 0
        ? officers.map(contactLine)
        : controllers.length > 0
          ? controllers.map(({ contact, email, phone }) => contactLine({ name: contact, position: '', email, phone }))
          : [t('noContact')],
  };
}

const contactLine = ({ name, position, email, phone }: Contact): string =>
  [name, position, phone, email].filter(Boolean).join(' · ');
const dueLines = ({ dues }: Words): string[] => dues.map(({ label, value }) => `${label}: ${value}`);

/** The content of a report to the authority that section 37(4) and the notification of 2022 require, in that order. */
function authority(
  { incident }: IncidentFacts,
  words: Words,
  { report, now, lateReason }: { report: ReportPhase; now: Date; lateReason: string },
): Message {
  const { t, line, time } = words;
  const isLate = isNotifiedLate(
    incident.clock,
    incident.authorityNotifiedAt ? Date.parse(incident.authorityNotifiedAt) : now.getTime(),
  );
  const unsure =
    [incident.subjectCount, incident.recordCount].includes(null) ||
    incident.consequences === '' ||
    incident.cause === 'UNKNOWN';
  const names = (text: string) => cut(text, NAMES_LIMIT);
  const opening = [
    `${words.controller} ${t(report === 'SUPPLEMENT' ? 'lead.SUPPLEMENT' : 'lead.AUTHORITY')}`,
    ...(report === 'SUPPLEMENT'
      ? [
          section(
            t('heading.before'),
            line('firstReport', incident.authorityNotifiedAt ? time(incident.authorityNotifiedAt) : ''),
          ),
        ]
      : []),
    section(
      `1. ${t('heading.nature')}`,
      line('number', String(incident.number)),
      line('title', incident.title),
      line('kinds', words.kinds),
      line('cause', words.cause),
      line('occurredAt', time(incident.occurredAt)),
      line('discoveredAt', time(incident.discoveredAt)),
      line('systems', names(words.systems)),
      line('description', part(incident.description)),
    ),
    section(
      `2. ${t('heading.numbers')}`,
      line('groups', names(words.groups)),
      line('subjects', words.subjects),
      line('categories', names(words.categories)),
      line('records', words.records),
      line('sensitive', words.sensitive),
    ),
    section(
      `3. ${t('heading.consequences')}`,
      part(incident.consequences) || t('consequencesUnknown'),
      line('risk', words.risk),
    ),
  ];
  const measured = (activities: string[]) =>
    section(
      `4. ${t('heading.measures')}`,
      line('actionsTaken', part(incident.actionsTaken)),
      ...activities,
      incident.resolution ? line('resolution', part(incident.resolution)) : null,
    );
  // Whom to reach and why it is late are never shortened.
  const kept = [
    section(`5. ${t('heading.contact')}`, ...words.contacts.slice(0, CONTACTS)),
    ...(isLate
      ? [
          section(
            `6. ${t('heading.late')}`,
            ...dueLines(words),
            line('lateReason', part(lateReason) || t('lateReasonMissing')),
          ),
        ]
      : []),
    ...(unsure ? [t('more')] : []),
  ];
  const { lines, isPart } = measures(incident.activities, words, [...opening, measured([]), ...kept]);
  const letter = fitted([...opening, measured(lines)], kept);
  return { ...letter, shortened: letter.shortened || isPart };
}

/** In plain language: to the data subjects themselves, or to others about them. */
function people({ incident }: IncidentFacts, words: Words, to: 'subject' | 'public'): string[] {
  const { t } = words;
  const kinds = incident.breachKinds.length > 0 ? incident.breachKinds : (['CONFIDENTIALITY'] as const);
  return [
    `${words.controller} ${t(`lead.${to}`)}`,
    section(
      t('plain.happened'),
      words.line('discoveredAt', words.time(incident.discoveredAt)),
      part(incident.description) || t('plain.stillLooking'),
      words.line(to === 'subject' ? 'yourData' : 'categories', words.categories),
    ),
    section(t(`plain.meaning.${to}`), part(incident.consequences) || t('consequencesUnknown')),
    section(t('plain.done'), part(incident.actionsTaken) || words.unknown),
    section(
      t(`plain.canDo.${to}`),
      ...kinds.flatMap((kind) => t(`advice.${kind}`).split('\n')).map((advice) => `- ${advice}`),
    ),
    section(t('plain.contact'), ...words.contacts, t('plain.complain')),
  ];
}

function management({ incident }: IncidentFacts, words: Words, now: Date): string[] {
  const { t, line, time } = words;
  const state = incident.authorityNotifiedAt
    ? `${t('notified')} ${time(incident.authorityNotifiedAt)}`
    : incident.riskLevel === 'NO_RISK'
      ? t('notNeeded')
      : isNotifiedLate(incident.clock, now.getTime())
        ? t('overdue')
        : t('notYet');
  return [
    t('lead.MANAGEMENT'),
    [
      line('number', String(incident.number)),
      line('title', incident.title),
      line('risk', words.risk),
      line('discoveredAt', time(incident.discoveredAt)),
      line('systems', words.systems),
      line('groups', words.groups),
      line('subjects', words.subjects),
      line('sensitive', words.sensitive),
      ...dueLines(words),
      line('authorityState', state),
      line('actionsTaken', part(incident.actionsTaken)),
      line('consequences', part(incident.consequences) || t('consequencesUnknown')),
    ].join('\n'),
    section(t('heading.contact'), ...words.contacts),
  ];
}
