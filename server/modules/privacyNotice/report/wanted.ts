import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { byNoticeReport } from '../../../../shared/privacyNotice/schema.ts';
import { appError } from '../../../platform/errors.ts';

/** The version and language of a notice that a route draws. @throws 400 by field */
export function wantedReport({ params, query }: FastifyRequest): z.output<typeof byNoticeReport> {
  const { ws, id } = params as { ws: string; id: string };
  const { version, lang } = query as { version?: string; lang?: string };
  const wanted = byNoticeReport.safeParse({ ws, id, version, lang });
  if (wanted.success) return wanted.data;
  const at = String(wanted.error.issues[0]?.path[0] ?? '');
  throw appError('BAD_REQUEST', { at, text: at === 'id' ? 'errors:id' : 'errors:choice' });
}
