import type { TFunction } from 'i18next';
import { assess, LIA_QUESTIONS, LIA_TESTS, type LiaAnswers } from '../../../shared/purpose/legitimateInterest.ts';
import type { PurposeContent, PurposeDraft } from '../../../shared/purpose/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { saidPeriod } from '../../../shared/purpose/retention.ts';
import { formatDate } from '../../format.ts';
import { countryName } from '../../shell/countries.ts';
import type { Names } from './names.tsx';

/** A field of a purpose in words. `block` names the section of the form it stands in. */
export interface ContentField {
  key: string;
  block: 'identity' | 'data' | 'basis' | 'retention' | 'security' | 'sharing';
  label: string;
  text: string;
}

/** Texts of lists loaded later are not in the types of `t`: keys that are put together go through here. */
export type Say = (key: string, values?: object) => string;
// eslint-disable-next-line typescript/no-explicit-any
export const sayOf = (t: TFunction<any, any>): Say => t as unknown as Say;

/** What is typed as it would read when stored: names looked up. Ids whose name is unknown are left out. */
export function contentOf(draft: PurposeDraft, names: Names): PurposeContent {
  const one = (id: string | null) => {
    const known = id === null ? undefined : names.get(id);
    return known ? { id: known.id, name: known.name } : null;
  };
  const many = (ids: readonly string[]) => ids.flatMap((id) => one(id) ?? []);
  const plain = (entry: { id: string; name: { th: string } }) => ({ id: entry.id, name: entry.name.th });
  const person = one(draft.responsiblePersonnelId);
  return {
    title: draft.title,
    description: draft.description,
    isPrimary: draft.isPrimary,
    purposeCategory: one(draft.purposeCategoryId),
    dataSubjectGroups: many(draft.dataSubjectGroupIds),
    piiCategories: many(draft.piiCategoryIds).map((entry) => ({ ...entry, sensitive: names.isSensitive(entry.id) })),
    lawfulBases: draft.lawfulBases,
    sensitiveExemptions: draft.sensitiveExemptions,
    retention: draft.retention,
    storageSystems: many(draft.storageSystemIds),
    destructionMethods: many(draft.destructionMethodIds),
    responsibleDepartment: one(draft.responsibleDepartmentId),
    responsiblePersonnel: person && plain(person),
    securityMeasures: many(draft.securityMeasureIds),
    thirdPartyDisclosure: draft.thirdPartyDisclosure,
    thirdParties: draft.thirdParties,
    internalSharing: draft.internalSharing,
    internalApplications: many(draft.internalApplicationIds).map(plain),
    legitimateInterest: draft.legitimateInterest,
  };
}

interface Words {
  /** Of namespace purposeScreen. */
  say: Say;
  locale: Locale;
}

/** Every field of a purpose in words, in the order of the form: for reading, and for comparing two texts. */
export function contentFields(content: PurposeContent, { say, locale }: Words): ContentField[] {
  const text = (value: { th: string; en: string }) => value[locale] || value.th || value.en;
  const lines = (entries: readonly { name: { th: string; en: string } }[]) =>
    entries.map((entry) => text(entry.name)).join('\n');
  const yesNo = (value: boolean) => say(value ? 'yes' : 'no');
  const { retention } = content;
  const period = retention.indefinite
    ? say('retention.indefinite')
    : retention.amount !== null && retention.unit !== null
      ? saidPeriod(locale, retention.amount, retention.unit)
      : '';
  const party = ({ name, country, contract, contractExpiresOn, safeguard }: PurposeContent['thirdParties'][number]) => {
    const ends = contractExpiresOn && `${say('party.contractExpiresOn')} ${formatDate(contractExpiresOn, locale)}`;
    return [name, countryName(country, locale), contract, ends, safeguard && say(`safeguard.${safeguard}`)]
      .filter(Boolean)
      .join(' · ');
  };
  const field = (
    block: ContentField['block'],
    key: string,
    words: string,
    label = say(`field.${key}`),
  ): ContentField => ({ key, block, label, text: words });
  const both = (key: 'title' | 'description') => [
    field('identity', `${key}.th`, content[key].th, say('missing.inThai', { field: say(`field.${key}`) })),
    field('identity', `${key}.en`, content[key].en, say('missing.inEnglish', { field: say(`field.${key}`) })),
  ];
  return [
    ...both('title'),
    ...both('description'),
    field('identity', 'isPrimary', yesNo(content.isPrimary)),
    field('identity', 'purposeCategoryId', content.purposeCategory ? text(content.purposeCategory.name) : ''),
    field('data', 'dataSubjectGroupIds', lines(content.dataSubjectGroups)),
    field(
      'data',
      'piiCategoryIds',
      content.piiCategories
        .map((entry) => text(entry.name) + (entry.sensitive ? ` (${say('sensitive')})` : ''))
        .join('\n'),
    ),
    field(
      'basis',
      'lawfulBases',
      content.lawfulBases.map((basis) => `${say(`basis.${basis}.name`)} (${say(`basis.${basis}.section`)})`).join('\n'),
    ),
    field(
      'basis',
      'sensitiveExemptions',
      content.sensitiveExemptions
        .map((one) => `${say(`exemption.${one}.name`)} (${say(`exemption.${one}.section`)})`)
        .join('\n'),
    ),
    field(
      'basis',
      'legitimateInterest',
      content.lawfulBases.includes('legitimateInterest') ? assessmentText(content.legitimateInterest, say) : '',
    ),
    field('retention', 'storageSystemIds', lines(content.storageSystems)),
    field('retention', 'retention', period),
    field('retention', 'retentionNote', retention.note),
    field('retention', 'destructionMethodIds', lines(content.destructionMethods)),
    field(
      'security',
      'responsibleDepartmentId',
      content.responsibleDepartment ? text(content.responsibleDepartment.name) : '',
    ),
    field('security', 'responsiblePersonnelId', content.responsiblePersonnel?.name ?? ''),
    field('security', 'securityMeasureIds', lines(content.securityMeasures)),
    field('sharing', 'thirdPartyDisclosure', yesNo(content.thirdPartyDisclosure)),
    field('sharing', 'thirdParties', content.thirdPartyDisclosure ? content.thirdParties.map(party).join('\n') : ''),
    field('sharing', 'internalSharing', yesNo(content.internalSharing)),
    field(
      'sharing',
      'internalApplicationIds',
      content.internalSharing ? content.internalApplications.map((entry) => entry.name).join('\n') : '',
    ),
  ];
}

/** The assessment question by question, with the result of each test. */
function assessmentText(answers: LiaAnswers | null, say: Say): string {
  const { tests } = assess(answers);
  return LIA_TESTS.map((test) => {
    const questions = LIA_QUESTIONS[test].map(({ id }, index) => {
      const given = answers?.[test][index];
      const said = given?.answer ? say(`lia.answer.${given.answer}`) : say('lia.result.unanswered');
      return `${index + 1}. ${say(`legitimateInterest:question.${id}`)} — ${said}${given?.explanation ? `: ${given.explanation}` : ''}`;
    });
    return [`${say(`lia.test.${test}`)}: ${say(`lia.result.${tests[test].result}`)}`, ...questions].join('\n');
  }).join('\n\n');
}
