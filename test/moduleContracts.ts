import type { TestServer } from './factories.ts';
import type { ContractRow } from './tenancy/contract.ts';
import type { Sample } from './tenancy/sample.ts';
import type { World } from './tenancy/world.ts';

/** What the tests of the whole product have to know of one module. */
export interface ModuleContract {
  /** Its REST calls: none may go, move or change its guard without this table changing with it. */
  readonly calls: readonly ContractRow[];
  /** One sample for each of its procedures. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** Its queries that no event makes stale. */
  readonly unchanging?: readonly string[];
  /** Who sees its entries in the main menu: A Admin, D DPO, S Staff, T Top Management. */
  readonly menu?: Readonly<Record<string, string>>;
  /** Its functions of the database that run with their owner's rights, but for searches. */
  readonly writers?: readonly string[];
  /** Writes rows into each of its tables, for a workspace that has something of everything. */
  readonly fill?: (server: TestServer, world: World) => Promise<void>;
}

/** What modules bring for these tests: `moduleContracts/<module>.ts`. */
export const MODULE_CONTRACTS: readonly ModuleContract[] = Object.values(
  import.meta.glob<ModuleContract>('./moduleContracts/*.ts', { eager: true, import: 'default' }),
);
