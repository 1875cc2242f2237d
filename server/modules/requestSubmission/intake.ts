import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../../platform/errors.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { pageClosed } from '../../platform/publicPage/closed.ts';
import type { MemoryRate } from '../../platform/publicPage/rate.ts';
import { idOf } from '../../platform/publicPage/request.ts';
import { requireSite } from '../../platform/publicPage/sites.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';

export const SITE_REFUSED = 'requestSubmission.origin';

export const notFound = () => appError('requestSubmission.notFound');
/** An id from the address in its stored form; a malformed one is not found. */
export const idFrom = (params: unknown, name: string): string => {
  const id = idOf((params as { [key: string]: string })[name]);
  if (!id) throw notFound();
  return id;
};

/** What the routes share. */
export interface Intake {
  readonly deps: HttpOptions['deps'];
  /** The product's own origin. */
  readonly own: string | undefined;
  /** Settings of a route with a body. */
  readonly withBody: object;
  /** Counts a call for the workspace in its address, whose form is not known yet. @throws 429 */
  readonly spendOfWorkspace: (rate: MemoryRate, request: FastifyRequest, reply: FastifyReply) => void;
  /** The form of a call, after the call is counted. */
  readonly formOf: (
    request: FastifyRequest,
    reply: FastifyReply,
    id: string | undefined,
  ) => Promise<LiveRequestForm | null>;
}

/**
 * The form, if its workspace has the module and is open.
 * @throws 403 on a site that it does not allow; 404; 409 `workspace.closed`
 */
export function requireForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: LiveRequestForm | null,
  own: string | undefined,
) {
  requireSite(request, reply, form, own, SITE_REFUSED);
  if (!form?.enabled) throw notFound();
  if (form.closed) throw pageClosed();
  return form;
}
