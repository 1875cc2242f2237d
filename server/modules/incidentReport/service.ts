import type { z } from 'zod';
import type { openReport, reportForm, submittedReport, submitReport } from '../../../shared/incident/publicReport.ts';
import { referenceOf } from '../../../shared/incident/reference.ts';
import { publicPage } from '../../platform/publicPage/page.ts';
import type { RequestContext } from '../../platform/trpc/context.ts';
import { report } from '../incident/report.ts';
import * as queries from './queries.ts';

const page = publicPage({
  name: 'incidentReport',
  workspaceOf: queries.workspaceOf,
  owner: queries.findOwner,
  limits: {
    // An entire office may open the form from behind one address.
    open: { max: 60, seconds: 60 },
    address: { max: 20, seconds: 3600 },
    link: { max: 200, seconds: 3600 },
    most: { address: { max: 200, seconds: 3600 }, link: { max: 2000, seconds: 3600 } },
  },
  keyContext: 'incidents.reportKey',
});

/**
 * The organisation that a link reports to.
 * @throws 404 for an invalid link; 409 while its workspace is closed; 429 for somebody who tries many
 */
export const open = (
  ctx: RequestContext,
  { token }: z.output<typeof openReport>,
): Promise<z.input<typeof reportForm>> => page.open(ctx, token);

/**
 * Stores a report: an incident that awaits the DPO, or, beyond the usual number of reports, one that somebody has to
 * submit (docs/decisions/036). The same `key` again returns the reference of the first.
 * @throws 400 for a field that only a program fills in; 404 for an invalid link; 409 while its workspace is closed; 429
 * for very many
 */
export async function submit(
  ctx: RequestContext,
  { token, key, website, ...fields }: z.output<typeof submitReport>,
): Promise<z.input<typeof submittedReport>> {
  const id = await page.submit(
    ctx,
    { token, key, website },
    {
      isThere: queries.isThere,
      write: (trx, workspaceId, incidentId, isExcess) =>
        report(ctx.deps, trx, { workspaceId, id: incidentId, ...fields }, isExcess),
    },
  );
  return { reference: referenceOf(id) };
}
