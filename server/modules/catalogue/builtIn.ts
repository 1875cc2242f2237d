import { randomUUIDv7 } from 'node:crypto';
import * as completeness from '../completeness/service.ts';
import type { Trx } from '../../../db/client.ts';
import type { SeededWorkspace, SeedPart } from '../../platform/modules/seed.ts';
import { CATALOGUE, PII_CATEGORIES, PURPOSE_CATEGORIES, STORAGE_COUNTRIES } from './builtInWords.ts';
import { PII_CATALOGUE } from './builtInAttributes.ts';

/**
 * Creates the built-in catalogue of a workspace: purpose categories, categories of personal data with their attributes
 * (section 26 data marked sensitive) and the values of every selector. Where it has them, only what is new is added:
 * items of its own are not changed, even where they have the name of a new one.
 */
async function addCatalogue(trx: Trx, target: SeededWorkspace): Promise<void> {
  await addBuiltIns(trx, target);
  await addPersonalData(trx, target);
}

/**
 * Increase the edition when items are added. 1: categories and values of selectors; 2: sub-categories, attributes,
 * collection channels; 3: storage systems whose name states their country are located in Thailand or abroad; 4: scores
 * ask for the adequacy of countries; 5: refusals of parts of a right count in scores.
 */
export const seed: SeedPart = {
  column: 'catalogueEdition',
  edition: 5,
  newWorkspace: addCatalogue,
  async olderWorkspace(trx, target) {
    await addCatalogue(trx, target);
    // Records have a completeness since edition 2; what counts in it changed with editions 3 to 5.
    await completeness.updateScores(trx, target.workspaceId, await completeness.touchedBy(trx, target.workspaceId, {}));
  },
};

/** The columns of a built-in item. */
const builtIn = ({ workspaceId, now }: SeededWorkspace) => ({
  workspaceId,
  id: randomUUIDv7(),
  builtIn: true,
  createdAt: now,
});

async function addBuiltIns(trx: Trx, target: SeededWorkspace): Promise<void> {
  const updatedAt = target.now;
  await trx
    .insertInto('purposeCategories')
    .values(
      PURPOSE_CATEGORIES.map(({ name, description }) => ({
        ...builtIn(target),
        nameTh: name[0],
        nameEn: name[1],
        descriptionTh: description[0],
        descriptionEn: description[1],
        updatedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('piiCategories')
    .values(
      PII_CATEGORIES.map(({ name, description, example, sensitive }) => ({
        ...builtIn(target),
        nameTh: name[0],
        nameEn: name[1],
        descriptionTh: description[0],
        descriptionEn: description[1],
        example,
        sensitive: sensitive ?? false,
        updatedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const items = Object.entries(CATALOGUE).flatMap(([kind, words]) =>
    words.map(([nameTh, nameEn]) => ({ ...builtIn(target), kind, nameTh, nameEn })),
  );
  await trx
    .insertInto('catalogueItems')
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [nameTh, country] of STORAGE_COUNTRIES)
    await trx
      .updateTable('catalogueItems')
      .set({ country })
      .where('workspaceId', '=', target.workspaceId)
      .where('kind', '=', 'storageSystem')
      .where('builtIn', '=', true)
      .where('nameTh', '=', nameTh)
      .where('country', 'is', null)
      .execute();
}

/**
 * Sub-categories and attributes of the built-in categories; a category of the workspace's own gets none, whatever its
 * name.
 */
async function addPersonalData(trx: Trx, target: SeededWorkspace): Promise<void> {
  const { workspaceId } = target;
  const categories = await trx
    .selectFrom('piiCategories')
    .select(['id', 'nameTh'])
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', true)
    .execute();
  const idOf = new Map(categories.map(({ id, nameTh }) => [nameTh, id]));
  const contents = PII_CATEGORIES.flatMap(({ name, sensitive }) => {
    const piiCategoryId = idOf.get(name[0]);
    return piiCategoryId
      ? [{ piiCategoryId, sensitive: sensitive ?? false, groups: PII_CATALOGUE[name[1]] ?? [] }]
      : [];
  });

  const parts = contents.flatMap(({ piiCategoryId, groups }) =>
    groups.flatMap(({ name }) =>
      name ? [{ ...builtIn(target), piiCategoryId, nameTh: name[0], nameEn: name[1] }] : [],
    ),
  );
  await trx
    .insertInto('piiSubCategories')
    .values(parts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const present = await trx
    .selectFrom('piiSubCategories')
    .select(['id', 'piiCategoryId', 'nameTh'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  const subCategoryOf = new Map(
    present.map(({ id, piiCategoryId, nameTh }) => [`${piiCategoryId} ${nameTh.toLowerCase()}`, id]),
  );

  const attributes = contents.flatMap(({ piiCategoryId, sensitive, groups }) =>
    groups.flatMap((group) =>
      group.attributes.map(([nameTh, nameEn, mark]) => ({
        ...builtIn(target),
        piiCategoryId,
        piiSubCategoryId: group.name
          ? (subCategoryOf.get(`${piiCategoryId} ${group.name[0].toLowerCase()}`) ?? null)
          : null,
        nameTh,
        nameEn,
        sensitive: sensitive || mark === 'sensitive',
      })),
    ),
  );
  await trx
    .insertInto('piiAttributes')
    .values(attributes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
