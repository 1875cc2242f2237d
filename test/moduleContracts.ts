import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestServer } from './factories.ts';
import type { ContractRow } from './tenancy/contract.ts';
import type { Sample } from './tenancy/sample.ts';
import type { World } from './tenancy/world.ts';

/** The facts about one module that tests of the entire product need. */
export interface ModuleContract {
  /** Its REST calls: none may be removed, moved or change its permission without a change of this table. */
  readonly calls: readonly ContractRow[];
  /** One sample for each of its procedures. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** Its queries that no event invalidates. */
  readonly unchanging?: readonly string[];
  /** The roles that see its entries in the main menu: A Admin, D DPO, S Staff, T Top Management. */
  readonly menu?: Readonly<Record<string, string>>;
  /** Its database functions with their owner's privileges, except searches. */
  readonly writers?: readonly string[];
  /** Inserts rows into each of its tables, for a workspace that has data everywhere. */
  readonly fill?: (server: TestServer, world: World) => Promise<void>;
}

const FOLDER = join(import.meta.dirname, 'moduleContracts');

/** The contracts of all modules: `moduleContracts/<module>.ts`. */
export const MODULE_CONTRACTS: readonly ModuleContract[] = await Promise.all(
  readdirSync(FOLDER)
    .toSorted()
    .map(
      async (file) => ((await import(pathToFileURL(join(FOLDER, file)).href)) as { default: ModuleContract }).default,
    ),
);
