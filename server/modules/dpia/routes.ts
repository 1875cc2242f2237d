import type { FastifyInstance } from 'fastify';
import type { FormRoutesOptions } from '../../platform/files/caller.ts';
import { dpiaCnilRoutes } from './cnil/routes.ts';
import { dpiaReportRoutes } from './report/routes.ts';

/** Downloads of an assessment. */
export async function dpiaRoutes(app: FastifyInstance, options: FormRoutesOptions): Promise<void> {
  await app.register(dpiaReportRoutes, options);
  await app.register(dpiaCnilRoutes, options);
}
