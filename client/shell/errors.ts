import i18next from 'i18next';
import type { ErrorBody } from '../../shared/errors.ts';

/** The fields of a failed call, whatever threw it. */
interface Failure {
  data?: { httpStatus?: number; body?: ErrorBody } | null;
  message?: string;
}

/** HTTP status of a failed call; `undefined` when no answer came at all. */
export function statusOf(error: unknown): number | undefined {
  return (error as Failure | null)?.data?.httpStatus;
}

/** The server's body of a failed call. */
export function bodyOf(error: unknown): ErrorBody | undefined {
  return (error as Failure | null)?.data?.body;
}

/** The server's message of a failed call, in the caller's language; the fallback when no answer came. */
export function messageOf(error: unknown, fallback: string = i18next.t('errors:internal')): string {
  return bodyOf(error)?.message || fallback;
}

/** Whether the call failed because the workspace is closed, since it is being deleted. */
export const isClosed = (error: unknown): boolean => bodyOf(error)?.code === 'workspace.closed';

/** Whether the call failed because something does not exist; an invalid id counts too. */
export function isNotFound(error: unknown): boolean {
  const status = statusOf(error);
  return (
    status === 404 ||
    (status === 400 && (bodyOf(error)?.issues?.some(({ path }) => path[0] === 'ws' || path[0] === 'id') ?? false))
  );
}
