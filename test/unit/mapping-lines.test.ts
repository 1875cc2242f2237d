import { expect, it } from 'vitest';
import { translate } from '../../server/platform/i18n.ts';
import { LINE_FIELDS, type LineWords, type MappedPurpose, problemsOf } from '../../shared/dataMapping/lineFields.ts';
import type { MappedFlow } from '../../shared/dataMapping/schema.ts';
import { LOCALES } from '../../shared/locale.ts';
import { proposedLines } from '../../client/modules/dataMapping/lines.ts';
import { mappingDiff } from '../../client/modules/dataMapping/words.ts';
import { withoutSensitive } from '../../client/modules/dataMapping/fields/attributeSearch.ts';

const named = (id: string) => ({ id, name: { th: id, en: id } });

it('lines drafted from a purpose contain no data, however many categories the purpose names', () => {
  const purpose = {
    id: 'purpose',
    title: { th: 'ดูแลสมาชิก', en: 'Members' },
    content: {
      dataSubjectGroups: [named('members'), named('visitors')],
      piiCategories: [named('identity'), named('health')],
      storageSystems: [],
      destructionMethods: [],
      thirdParties: [],
      internalApplications: [],
    },
  } as unknown as MappedPurpose;
  const lines = proposedLines([purpose]);
  expect(lines.map(({ dataSubjectGroupId }) => dataSubjectGroupId)).toEqual(['members', 'visitors']);
  expect(lines.flatMap(({ attributeIds }) => attributeIds)).toEqual([]);
});

it('selecting several at once leaves sensitive data out', () => {
  expect(
    withoutSensitive([
      { id: 'name', sensitive: false },
      { id: 'blood group', sensitive: true },
    ]).map(({ id }) => id),
  ).toEqual(['name']);
});

const FLOW: MappedFlow = {
  id: 'line',
  purpose: { id: 'care', title: { th: 'ดูแลสมาชิก', en: 'Member care' } },
  dataSubjectGroup: named('members'),
  channel: named('form'),
  attributes: [{ ...named('name'), sensitive: false, category: named('identity') }],
  storageSystem: { ...named('server'), country: 'SG', safeguard: null },
  thirdParties: [{ id: 'bank', name: 'Bank', countries: ['SG', 'JP'] }],
  internalApplications: [{ id: 'till', name: 'Till' }],
  retention: { indefinite: false, amount: 5, unit: 'year', startEvent: 'contractEnd', startNote: '' },
  destructionMethod: named('shredder'),
  note: 'By post',
} as MappedFlow;
/** The same line, different in one field. */
const CHANGED: Record<keyof typeof LINE_FIELDS, Partial<MappedFlow>> = {
  purposeId: { purpose: { id: 'marketing', title: { th: 'การตลาด', en: 'Marketing' } } },
  dataSubjectGroupId: { dataSubjectGroup: named('visitors') },
  channelId: { channel: named('telephone') },
  attributeIds: { attributes: [] },
  storageSystemId: { storageSystem: null },
  thirdPartyIds: { thirdParties: [] },
  internalApplicationIds: { internalApplications: [] },
  retention: { retention: null },
  destructionMethodId: { destructionMethod: null },
  note: { note: '' },
};
const wordsIn = (locale: LineWords['locale']): LineWords => ({
  locale,
  t: (key, values) => translate(locale, key, values as Record<string, unknown>),
});

it.each(Object.entries(CHANGED))('a line that differs in %s is compared as changed', (_, change) => {
  for (const locale of LOCALES) {
    const [same] = mappingDiff([FLOW], [FLOW], wordsIn(locale));
    expect(same!.before).toBe(same!.after);
    const [changed] = mappingDiff([FLOW], [{ ...FLOW, ...change }], wordsIn(locale));
    expect(changed!.before).not.toBe(changed!.after);
  }
});

it('each field of a line is named in both languages, and so is its problem', () => {
  const keys = Object.entries(LINE_FIELDS).flatMap(([key, field]) => [
    `column.${field.column}`,
    ...('isWrong' in field ? [`problem.${key}`] : []),
  ]);
  for (const locale of LOCALES)
    expect(keys.filter((key) => key.endsWith(translate(locale, `dataMapping:${key}`)))).toEqual([]);
});

it('a new line of no purpose names all that is missing, in the order of the form', () => {
  const [line] = proposedLines([
    { id: 'care', content: { dataSubjectGroups: [named('')], storageSystems: [], destructionMethods: [] } },
  ] as unknown as MappedPurpose[]);
  expect(problemsOf(line!, undefined)).toEqual(['purposeId', 'dataSubjectGroupId', 'channelId', 'attributeIds']);
});
