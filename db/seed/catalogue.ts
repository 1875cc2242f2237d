import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../client.ts';
import { CATALOGUE, PII_CATEGORIES, PURPOSE_CATEGORIES } from './catalogueWords.ts';

/**
 * Gives a new workspace its built-in catalogue: purpose categories, categories of personal data (section 26 data marked
 * sensitive) and the words of every selector. Called once, in the transaction that makes the workspace.
 */
export async function seedWorkspace(trx: Trx, { workspaceId, now }: { workspaceId: string; now: Date }): Promise<void> {
  const builtIn = () => ({ workspaceId, id: randomUUIDv7(), builtIn: true, createdAt: now });
  await trx
    .insertInto('purposeCategories')
    .values(
      PURPOSE_CATEGORIES.map(({ name, description }) => ({
        ...builtIn(),
        nameTh: name[0],
        nameEn: name[1],
        descriptionTh: description[0],
        descriptionEn: description[1],
        updatedAt: now,
      })),
    )
    .execute();
  await trx
    .insertInto('piiCategories')
    .values(
      PII_CATEGORIES.map(({ name, description, example, sensitive }) => ({
        ...builtIn(),
        nameTh: name[0],
        nameEn: name[1],
        descriptionTh: description[0],
        descriptionEn: description[1],
        example,
        sensitive: sensitive ?? false,
        updatedAt: now,
      })),
    )
    .execute();
  const items = Object.entries(CATALOGUE).flatMap(([kind, words]) => words.map(([nameTh, nameEn]) => ({ ...builtIn(), kind, nameTh, nameEn })));
  await trx.insertInto('catalogueItems').values(items).execute();
}
