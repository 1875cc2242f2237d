import { randomUUIDv7 } from 'node:crypto';
import * as completeness from '../completeness/service.ts';
import type { Trx } from '../../../db/client.ts';
import { updateOlderWorkspaces } from '../../platform/modules/olderWorkspaces.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { CATALOGUE, PII_CATEGORIES, PURPOSE_CATEGORIES, STORAGE_COUNTRIES } from './builtInWords.ts';
import { PII_CATALOGUE } from './builtInAttributes.ts';

/**
 * Edition of the built-in catalogue. Increase it when items are added, so that a node of the release adds them to
 * existing workspaces. 1: categories and values of selectors; 2: sub-categories, attributes, collection channels; 3:
 * storage systems whose name states their country are located in Thailand or abroad; 4: scores ask for the adequacy of
 * countries; 5: refusals of parts of a right count in scores.
 */
export const CATALOGUE_EDITION = 5;

interface Target {
  workspaceId: string;
  now: Date;
}

/**
 * Creates the built-in catalogue of a new workspace: purpose categories, categories of personal data with their
 * attributes (section 26 data marked sensitive) and the values of every selector. Called once, in the transaction that
 * creates the workspace.
 */
export async function seedWorkspace(trx: Trx, target: Target): Promise<void> {
  await addBuiltIns(trx, target);
  await addPersonalData(trx, target);
  await trx
    .updateTable('workspaces')
    .set({ catalogueEdition: CATALOGUE_EDITION })
    .where('id', '=', target.workspaceId)
    .execute();
}

/**
 * Adds what is new in the catalogue to workspaces of an earlier release. Items of their own are not changed, even where
 * they have the name of a new one. Each workspace is updated completely or not at all; nodes that do it at the same
 * time take turns.
 * @returns number of workspaces that this call updated
 */
export function bringCatalogues(deps: Pick<Deps, 'authDb' | 'db' | 'now'>, signal: AbortSignal): Promise<number> {
  const older = { column: 'catalogueEdition', edition: CATALOGUE_EDITION } as const;
  return updateOlderWorkspaces(deps, older, signal, async (trx, workspaceId) => {
    await seedWorkspace(trx, { workspaceId, now: deps.now() });
    // Records have a completeness since edition 2; the location of their data counts since edition 3, the adequacy of
    // its country since edition 4, refusals of parts of a right since edition 5.
    await completeness.updateScores(trx, workspaceId, await completeness.touchedBy(trx, workspaceId, {}));
  });
}

/** The columns of a built-in item. */
const builtIn = ({ workspaceId, now }: Target) => ({ workspaceId, id: randomUUIDv7(), builtIn: true, createdAt: now });

async function addBuiltIns(trx: Trx, target: Target): Promise<void> {
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
async function addPersonalData(trx: Trx, target: Target): Promise<void> {
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
