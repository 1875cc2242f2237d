import { expect, it } from 'vitest';
import { type MappedPurpose, proposedLines } from '../../client/modules/dataMapping/lines.ts';
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
