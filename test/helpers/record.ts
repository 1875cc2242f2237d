import type { LiaAnswer, LiaAnswers } from '../../shared/purpose/legitimateInterest.ts';
import type { CatalogueKind } from '../../shared/catalogue/schema.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import type { PurposeDraft } from '../../shared/purpose/schema.ts';
import { CATALOGUE } from '../../server/modules/catalogue/builtInWords.ts';
import type { World } from '../factories.ts';

/** Answers that pass every question of the legitimate interests assessment. */
export function passingAnswers(): LiaAnswers {
  const answersOf = (...answers: LiaAnswer[]) => answers.map((answer) => ({ answer, explanation: '' }));
  return {
    purpose: answersOf('yes', 'yes', 'yes', 'yes', 'no'),
    necessity: answersOf('yes', 'yes', 'no', 'no'),
    balancing: answersOf('yes', 'no', 'no', 'no', 'yes', 'yes'),
  };
}

/** Ids of a workspace's catalogue entries, built-in ones first, to select from in tests. */
export async function wordsOf(server: World, workspaceId: string) {
  const items = await server.owner
    .selectFrom('catalogueItems')
    .select(['id', 'kind', 'nameTh', 'country'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  // In the order of the list: ids of one millisecond are in random order, and not every word does in every test.
  const position = ({ kind, nameTh }: (typeof items)[number]) => {
    const words = CATALOGUE[kind as CatalogueKind];
    const index = words.findIndex(([name]) => name === nameTh);
    return index < 0 ? words.length : index;
  };
  items.sort((one, other) => position(one) - position(other));
  const categories = await server.owner
    .selectFrom('purposeCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', true)
    .orderBy('nameTh')
    .execute();
  const pii = await server.owner
    .selectFrom('piiCategories')
    .select(['id', 'sensitive'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('nameTh')
    .execute();
  const one = (found: { id: string } | undefined): string => {
    if (!found) throw new Error('the catalogue lacks a word');
    return found.id;
  };
  return {
    // The domestic storage system: storage abroad or at an unknown location is tested separately.
    word: (kind: CatalogueKind) =>
      one(items.find((item) => item.kind === kind && (kind !== 'storageSystem' || item.country === 'TH'))),
    purposeCategory: one(categories[0]),
    plain: one(pii.find(({ sensitive }) => !sensitive)),
    sensitive: one(pii.find(({ sensitive }) => sensitive)),
  };
}

/** A complete purpose, based on a contract. */
export async function completePurpose(server: World, workspaceId: string): Promise<PurposeDraft> {
  const { word, purposeCategory, plain } = await wordsOf(server, workspaceId);
  return {
    title: { th: 'ดูแลผู้ป่วย', en: 'Care for patients' },
    description: { th: 'บันทึกการรักษา', en: 'Records of treatment' },
    isPrimary: true,
    purposeCategoryId: purposeCategory,
    dataSubjectGroupIds: [word('dataSubjectGroup')],
    piiCategoryIds: [plain],
    lawfulBases: ['contract'],
    sensitiveExemptions: [],
    retention: { ...NO_RETENTION, amount: 10, unit: 'year', note: '' },
    storageSystemIds: [word('storageSystem')],
    destructionMethodIds: [word('destructionMethod')],
    responsibleDepartmentId: word('department'),
    responsiblePersonnelId: null,
    securityMeasureIds: [word('securityMeasure')],
    thirdPartyDisclosure: false,
    thirdParties: [],
    internalSharing: false,
    internalApplicationIds: [],
    legitimateInterest: null,
  };
}
