import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

const MINUTE = 60_000;

/** Forms that can be used to enter a request: published and active. `enabled`: whether they are needed. */
export function useFormsInForce(enabled = true) {
  const { ws } = useSession();
  return trpc.requestForm.list.useQuery(
    { ws, status: 'PUBLISHED', active: true, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { enabled, staleTime: MINUTE },
  );
}

/** The content of a form's version in force; null if no form is selected. */
export function useFormContent(requestFormId: string) {
  const { ws } = useSession();
  const forms = useFormsInForce();
  const form = forms.data?.collection.find(({ id }) => id === requestFormId);
  const version = trpc.requestForm.version.useQuery(
    { ws, id: requestFormId, v: form?.publishedVersion ?? 1 },
    { enabled: form !== undefined, staleTime: MINUTE },
  );
  const isChosen = requestFormId !== '' && (form !== undefined || !forms.data);
  return {
    data: isChosen ? version.data?.content : null,
    error: forms.error ?? version.error,
    refetch: () => (form ? version.refetch() : forms.refetch()),
  };
}
