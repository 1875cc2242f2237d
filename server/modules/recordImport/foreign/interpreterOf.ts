import { FIELD_READINGS, type ImportMapping, mayAdd } from '../../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { knownOf } from '../known.ts';
import { Interpreter } from './interpreter.ts';

/** The interpreter for a table of another tool with the names of the workspace; null where the table is one of ours. */
export async function interpreterOf(ctx: WorkspaceContext, mapping: ImportMapping): Promise<Interpreter | null> {
  if (!mapping.foreign) return null;
  const known = await ctx.transaction((trx) => knownOf(trx, ctx.workspace.id));
  return new Interpreter(known, mapping, (field) => {
    const { as } = FIELD_READINGS[field];
    if (!mapping.addMissing) return false;
    // A controller needs its details; an attribute needs a category.
    if (as === 'dataController') return mapping.fields.controllerAddress !== undefined && mayAdd(ctx.standing, as);
    return (as === 'word' || as === 'purposeCategory' || as === 'piiCategory') && mayAdd(ctx.standing, as);
  });
}
