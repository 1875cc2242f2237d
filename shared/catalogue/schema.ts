import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { destinationCode, byId, id, inWorkspace, rowVersion, thaiFirst } from '../text.ts';
import { storagePlace } from '../dataSharing/transfer.ts';
import { TRANSFER_SAFEGUARDS } from '../purpose/lawfulBasis.ts';

/** Lists of words that a workspace chooses from and adds to (docs/decisions/005). */
export const CATALOGUE_KINDS = [
  'dataSubjectGroup',
  'storageSystem',
  'destructionMethod',
  'department',
  'securityMeasure',
  'lineOfWork',
  'dataSource',
  'collectionChannel',
] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

/** Own words of one kind that a workspace may add. */
export const CATALOGUE_CUSTOM_LIMIT = 500;
/** Longest name of a word. */
export const CATALOGUE_NAME_LIMIT = 200;

export const catalogueItem = z.object({
  id,
  kind: z.enum(CATALOGUE_KINDS),
  name: z.object({ th: z.string(), en: z.string() }),
  /** Came with the workspace. */
  builtIn: z.boolean(),
  /** Of storage systems alone: where it stands, and the version of that to edit it over. */
  ...storagePlace,
  rowVersion: rowVersion.optional(),
});
export type CatalogueItem = z.infer<typeof catalogueItem>;

export const listCatalogue = listInput({ sortBy: ['name', 'createdAt'] }).extend({
  kind: z.enum(CATALOGUE_KINDS),
  /** Only these. */
  ids: z.array(id).max(100).optional(),
  sortDirection: z.enum(['ASC', 'DESC']).default('ASC'),
});
export const listSecurityMeasures = listCatalogue.omit({ kind: true, ids: true });
export const catalogueList = listOf(catalogueItem);

export const createCatalogueItem = inWorkspace.extend({
  kind: z.enum(CATALOGUE_KINDS),
  name: thaiFirst(CATALOGUE_NAME_LIMIT),
});

/** Where a storage system stands, and abroad the ground on which data goes there; a country of null takes both back. */
export const placeStorageSystem = byId.extend({
  rowVersion,
  country: destinationCode.nullable(),
  safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().default(null),
});
