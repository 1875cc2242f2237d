import type { Locale } from '../../../shared/locale.ts';
import { AUTHORITY } from '../../../shared/answerTemplate/merge.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { closingText, REFUSAL_GROUNDS } from '../../../shared/request/grounds.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';
import type { Person } from '../../../shared/request/persons.ts';
import type { Notice } from './sealed.ts';

/**
 * Notifies the data subject of a change of their request. Messages and questions are only on their page: the mail only
 * announces them. Its subject line has nothing but the number of the request.
 */
export function noticeMail(
  config: PublicConfig,
  reader: { readonly email: string; readonly locale: Locale },
  about: {
    readonly reference: string;
    readonly organization: string;
    /** Whose mail it is. */
    readonly person: Person;
    readonly token: string;
    /** Whether the address is known to be theirs; otherwise the reason is on their page alone. */
    readonly isProven: boolean;
    readonly at: Date;
  },
  notice: Notice,
): Mail {
  const { locale } = reader;
  const { reference, organization, person, isProven, at } = about;
  const t = (key: string, values: object = {}) =>
    translate(locale, `mail:requestNotice.${key}`, { reference, organization, ...values });
  const { kind, rights, reason } = notice;
  const [inPart, follows] = [isInPart(notice), isFollowed(notice)];
  return addressed(
    `requestNotice.${kind}`,
    reader,
    composeLetter({
      locale,
      subject: t(subjectOf(notice, person)),
      paragraphs: [
        t(leadOf(notice, person)),
        ...rights.map((right) => t(...lineOf(locale, right, OUR_DATE.includes(kind) ? at : null))),
        ...(follows ? [t('DONE.follows')] : []),
        ...(rights.some(({ outcomeOnPage }) => outcomeOnPage) ? [t('DONE.outcome')] : []),
        ...(reason === '' ? [] : [isProven ? t('reason', { reason }) : t('reasonOnPage')]),
        ...(kind === 'REFUSED' || inPart ? [t('complain', { authority: AUTHORITY[locale] })] : []),
      ],
      action: {
        label: t(kind === 'QUESTION' || kind === 'REMINDER' ? 'reply' : 'open'),
        url: linkTo(config, locale, pageAddress('requestStatus'), about.token),
      },
      notes: [t('code'), t('notYou')],
    }),
  );
}

/** Whether a notice is of rights that were completed without all of them being carried out. */
const isInPart = ({ rights }: Notice): boolean => rights.some(({ inPart }) => inPart);

/** Whether a notice is of rights whose answer is still to be released. */
const isFollowed = ({ rights }: Notice): boolean => rights.some(({ answerFollows }) => answerFollows);

/** The person or agent who acted, where a notice goes to somebody else. */
const otherActor = ({ by }: Notice, person: Person): Notice['by'] => (by === person ? undefined : by);

function subjectOf(notice: Notice, person: Person): string {
  if (isInPart(notice) || isFollowed(notice)) return 'DONE.resultSubject';
  return notice.kind === 'ANSWERED' && otherActor(notice, person) ? 'ANSWERED.otherSubject' : `${notice.kind}.subject`;
}

/** What a mail says first. Rights that are only closed, as duplicates are, have not been refused. */
function leadOf(notice: Notice, person: Person): string {
  const { kind, rights } = notice;
  const by = otherActor(notice, person);
  if (by) return `${kind}.otherLead.${by}`;
  if (isInPart(notice)) return 'DONE.inPartLead';
  if (isFollowed(notice)) return 'DONE.followsLead';
  return kind === 'REFUSED' &&
    !rights.some(({ groundCode }) => groundCode !== null && REFUSAL_GROUNDS.includes(groundCode))
    ? 'REFUSED.closedLead'
    : `${kind}.lead`;
}

/** Notices whose date is that by which we answer. It may have passed: a reopened right keeps its date. */
const OUR_DATE: readonly Notice['kind'][] = ['ANSWERED', 'EXTENDED', 'REOPENED'];

/** The text about one right, by its facts. `at`: where its date is ours, the time at which the mail is written. */
function lineOf(
  locale: Locale,
  { name, until, section, groundCode, inPart }: Notice['rights'][number],
  at: Date | null,
): [string, object] {
  const values = {
    right: name[locale] || name.th,
    until: until === null ? '' : timeText(locale, new Date(until)),
    section: section ?? '',
    ground: groundCode === null ? '' : translate(locale, `request:ground.${groundCode}`),
  };
  if (groundCode !== null) return [`right.${closingText({ groundCode, section })}`, values];
  if (until === null) return [inPart ? 'right.inPart' : 'right.plain', values];
  return [at && Date.parse(until) <= at.getTime() ? 'right.overdue' : 'right.until', values];
}

/** Notifies the data subject, or their guardian, that an answer can be downloaded, and until when. */
export function answerReadyMail(
  config: PublicConfig,
  reader: { readonly email: string; readonly locale: Locale },
  { reference, until, token }: { reference: string; until: Date; token: string },
): Mail {
  const { locale } = reader;
  const values = { reference, until: timeText(locale, until) };
  const t = (key: string) => translate(locale, `mail:requestAnswerReady.${key}`, values);
  return addressed(
    'requestAnswerReady',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t('lead'), t('how')],
      action: { label: t('action'), url: linkTo(config, locale, pageAddress('requestStatus'), token) },
      notes: [t('password')],
    }),
  );
}
