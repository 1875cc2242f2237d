import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import type { LoadOptions } from '../../../ui/form/index.ts';

/** The maximum number of applications returned by a search. */
const FOUND = 20;

/** Searches applications by name. */
export function useLoadApplications(): LoadOptions {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  return async ({ query, page, signal, id }) => {
    const input = { ws, id, query, currentPage: page, pageSize: FOUND };
    const { collection, meta } = await client.application.pick.query(input, { signal });
    return {
      options: collection.map(({ id: value, name: label }) => ({ value, label })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
}
