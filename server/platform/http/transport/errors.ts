import { type AnyTRPCRouter, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import type { TRPCErrorShape } from '@trpc/server/rpc';
import type { Locale } from '../../../../shared/locale.ts';
import type { RequestContext } from '../../trpc/context.ts';
import { AppError, asAppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';

/** An error shape as tRPC's client reads it; made by the router's own formatter. */
export type ErrorShape = TRPCErrorShape<{ code: string; httpStatus: number; path?: string }>;

/** Any error in tRPC's terms, with the status that our own error catalogue gives it. */
function asTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError && error.cause instanceof AppError) return error;
  const known = asAppError(error);
  return known
    ? new TRPCError({ code: known.status, message: known.message, cause: known })
    : getTRPCErrorFromUnknown(error);
}

interface FailedCall {
  path: string | undefined;
  type: 'query' | 'mutation' | 'subscription' | 'unknown';
  ctx: RequestContext | undefined;
  /** Language of the message where there is no context yet. */
  locale?: Locale;
  log: Logger;
}

/** What the client gets of a failed call. A fault of ours is logged here, once. */
export function errorShape(
  router: AnyTRPCRouter,
  error: unknown,
  { path, type, ctx, locale, log }: FailedCall,
): ErrorShape {
  const trpcError = asTrpcError(error);
  const shape = getTRPCErrorShape({
    config: router._def._config,
    error: trpcError,
    type,
    path,
    input: undefined,
    ctx: ctx ?? (locale ? ({ locale } as never) : undefined),
  }) as ErrorShape;
  if (shape.data.httpStatus >= 500 && shape.data.httpStatus !== 503)
    log.error({ err: trpcError.cause ?? trpcError, procedure: path }, 'procedure failed');
  return shape;
}
