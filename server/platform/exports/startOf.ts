import { EXPORT_KINDS, type ExportKind, exportItem, startOne } from '../../../shared/export/schema.ts';
import { can } from '../trpc/trpc.ts';
import * as service from './service.ts';

/** The REST call that starts one kind of export, under that kind's own permission. */
export function startOf<const Kind extends ExportKind>(kind: Kind, path: string, summary: string) {
  return can(EXPORT_KINDS[kind].permission)
    .meta({ rest: { method: 'POST', path, summary, status: 201 } })
    .input(startOne)
    .output(exportItem)
    .mutation(({ ctx, input }) => service.start(ctx, { ...input, kind }));
}
