import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

const MINUTE = 60_000;

/** Forms by which a request can be entered: published and active. */
export function useFormsInForce() {
  const { ws } = useSession();
  return trpc.requestForm.list.useQuery(
    { ws, status: 'PUBLISHED', active: true, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { staleTime: MINUTE },
  );
}

/** What the version of a form in force shows; undefined until it is known, or no form is chosen. */
export function useFormContent(requestFormId: string) {
  const { ws } = useSession();
  const form = useFormsInForce().data?.collection.find(({ id }) => id === requestFormId);
  return trpc.requestForm.version.useQuery(
    { ws, id: requestFormId, v: form?.publishedVersion ?? 1 },
    { enabled: form !== undefined, staleTime: MINUTE },
  ).data?.content;
}
