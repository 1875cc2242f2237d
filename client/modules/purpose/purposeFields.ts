import {
  assess,
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswers,
  type LiaTest,
} from '../../../shared/purpose/legitimateInterest.ts';
import {
  PURPOSE_FIELDS,
  type PurposeContent,
  type PurposeSection,
  WORD_LISTS,
} from '../../../shared/purpose/fields.ts';
import { durationText, startText } from '../../../shared/purpose/retention.ts';
import { countryNames, storageName, countriesOf } from '../../../shared/country.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { formatDate } from '../../format.ts';
import type { FieldDescriptor, Words } from '../../records/fields.ts';
import { nameIn } from '../../../shared/locale.ts';

const namesIn = (words: Words, entries: readonly { name: Bilingual }[]): string =>
  entries.map(({ name }) => nameIn(words, name)).join('\n');

/** The catalogue fields of a section. */
const wordLists = (section: PurposeSection): FieldDescriptor<PurposeContent>[] =>
  WORD_LISTS.filter((key) => PURPOSE_FIELDS[key].section === section).map((key) => ({
    key: PURPOSE_FIELDS[key].draftKey,
    kind: 'set',
    section,
    ...(key === 'dataSubjectGroups' && { inSummary: true }),
    read: (content, words) =>
      key === 'storageSystems'
        ? content[key].map((system) => storageName(system, words.locale)).join('\n')
        : namesIn(words, content[key]),
  }));

/** All fields of a purpose, in the order of its form. */
export const PURPOSE_FORM_FIELDS: readonly FieldDescriptor<PurposeContent>[] = [
  { key: 'title', kind: 'bilingual', section: 'identity', inSummary: true, read: ({ title }) => title },
  { key: 'description', kind: 'bilingualText', section: 'identity', read: ({ description }) => description },
  { key: 'isPrimary', kind: 'yesNo', section: 'identity', read: ({ isPrimary }) => isPrimary },
  {
    key: 'purposeCategoryId',
    kind: 'choice',
    section: 'identity',
    read: ({ purposeCategory }, words) => nameIn(words, purposeCategory?.name),
  },
  ...wordLists('data'),
  {
    key: 'piiCategoryIds',
    kind: 'set',
    section: 'data',
    inSummary: true,
    read: ({ piiCategories }, words) =>
      piiCategories
        .map(({ name, sensitive }) => nameIn(words, name) + (sensitive ? ` (${words.t('sensitive')})` : ''))
        .join('\n'),
  },
  {
    key: 'lawfulBases',
    kind: 'set',
    section: 'basis',
    inSummary: true,
    read: ({ lawfulBases }, { t }) =>
      lawfulBases.map((basis) => `${t(`basis.${basis}.name`)} (${t(`basis.${basis}.section`)})`).join('\n'),
  },
  {
    key: 'sensitiveExemptions',
    kind: 'set',
    section: 'basis',
    inSummary: true,
    read: ({ sensitiveExemptions }, { t }) =>
      sensitiveExemptions.map((one) => `${t(`exemption.${one}.name`)} (${t(`exemption.${one}.section`)})`).join('\n'),
  },
  {
    key: 'legitimateInterest',
    kind: 'group',
    section: 'basis',
    read: ({ lawfulBases, legitimateInterest }, words) =>
      lawfulBases.includes('legitimateInterest') ? assessmentText(legitimateInterest, words) : '',
    problemLabel: ([test, question], { t }) =>
      question === undefined
        ? undefined
        : t('missing.liaQuestion', { test: t(`lia.test.${test as LiaTest}`), number: Number(question) + 1 }),
  },
  {
    key: 'retention',
    kind: 'group',
    section: 'retention',
    paths: ['retention.indefinite', 'retention.amount', 'retention.unit'],
    initial: [false, null, null],
    inSummary: true,
    read: ({ retention: { indefinite, amount, unit } }, { t, locale }) => {
      if (indefinite) return t('retention.indefinite');
      return amount !== null && unit !== null ? durationText(locale, amount, unit) : '';
    },
  },
  {
    key: 'retentionStart',
    kind: 'group',
    section: 'retention',
    paths: ['retention.startEvent', 'retention.startNote'],
    initial: [null, ''],
    inSummary: true,
    read: ({ retention }, { t }) => (retention.indefinite ? '' : startText(retention, t)),
  },
  {
    key: 'retentionNote',
    kind: 'text',
    section: 'retention',
    paths: ['retention.note'],
    read: ({ retention }) => retention.note,
  },
  ...wordLists('retention'),
  {
    key: 'responsibleDepartmentId',
    kind: 'choice',
    section: 'security',
    read: ({ responsibleDepartment }, words) => nameIn(words, responsibleDepartment?.name),
    problemLabel: (_, { t }) => t('field.responsible'),
  },
  {
    key: 'responsiblePersonnelId',
    kind: 'choice',
    section: 'security',
    read: ({ responsiblePersonnel }) => responsiblePersonnel?.name ?? '',
  },
  ...wordLists('security'),
  {
    key: 'thirdPartyDisclosure',
    kind: 'yesNo',
    section: 'sharing',
    read: ({ thirdPartyDisclosure }) => thirdPartyDisclosure,
  },
  {
    key: 'thirdParties',
    kind: 'group',
    section: 'sharing',
    initial: [[]],
    inSummary: true,
    read: ({ thirdPartyDisclosure, thirdParties }, words) =>
      thirdPartyDisclosure ? thirdParties.map((party) => partyText(party, words)).join('\n') : '',
    problemLabel: ([index, part], { t }) =>
      typeof index === 'number'
        ? `${t('missing.party', { number: index + 1 })}: ${t(`party.${String(part)}`)}`
        : undefined,
  },
  { key: 'internalSharing', kind: 'yesNo', section: 'sharing', read: ({ internalSharing }) => internalSharing },
  {
    key: 'internalApplicationIds',
    kind: 'set',
    section: 'sharing',
    inSummary: true,
    read: ({ internalSharing, internalApplications }) =>
      internalSharing ? internalApplications.map(({ name }) => name).join('\n') : '',
  },
];

function partyText(
  { name, contract, contractExpiresOn, safeguard, ...places }: PurposeContent['thirdParties'][number],
  { t, locale }: Words,
): string {
  const ends = contractExpiresOn && `${t('party.contractExpiresOn')} ${formatDate(contractExpiresOn, locale)}`;
  return [name, countryNames(countriesOf(places), locale), contract, ends, safeguard && t(`safeguard.${safeguard}`)]
    .filter(Boolean)
    .join(' · ');
}

/** The assessment as text, question by question, with the result of each test. */
function assessmentText(answers: LiaAnswers | null, { t }: Words): string {
  const { tests } = assess(answers);
  return LIA_TESTS.map((test) => {
    const questions = LIA_QUESTIONS[test].map(({ id }, index) => {
      const { answer, explanation } = answers?.[test][index] ?? {};
      const text = answer ? t(`lia.answer.${answer}`) : t('lia.result.unanswered');
      return `${index + 1}. ${t(`legitimateInterest:question.${id}`)} — ${text}${explanation ? `: ${explanation}` : ''}`;
    });
    return [`${t(`lia.test.${test}`)}: ${t(`lia.result.${tests[test].result}`)}`, ...questions].join('\n');
  }).join('\n\n');
}
