import { assertFinished } from '../../../db/backup/unfinished.ts';
import { type DeclaredKinds, declareKinds } from '../../../db/kinds.ts';
import { migrate } from '../../../db/migrator.ts';
import type { ModuleRegistry } from './registry.ts';

/** Kinds that rows may have, of all modules. */
const kindsOf = ({ clocks, exports, imports, fileOwners, presence, deliveries }: ModuleRegistry): DeclaredKinds => ({
  deadlines: clocks.keys(),
  exports: exports.keys(),
  imports: imports.keys(),
  fileOwners: fileOwners.keys(),
  edited: presence.keys(),
  mailed: deliveries.map(({ entity }) => entity),
});

/** Brings the database at `url` to the newest schema, with the kinds and job queues that the modules declare. */
export async function prepareDatabase(url: string, modules: ModuleRegistry): Promise<void> {
  await assertFinished(url);
  await migrate(url, { queues: modules.jobs.keys() });
  await declareKinds(url, kindsOf(modules));
}
