import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../trpc/context.ts';

/** Finds out who calls, in which language, over what; `reply` is null where no cookie can be set (sockets). */
export type CreateContext = (
  request: FastifyRequest,
  reply: FastifyReply | null,
  transport: RequestContext['transport'],
) => Promise<RequestContext>;
