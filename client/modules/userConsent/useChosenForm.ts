import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { uuidOf } from '../../uuidOf.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { usePut } from './address.ts';

/** The form named in the address; by default the most recently changed published form. */
export function useChosenForm() {
  const { ws } = useSession();
  const put = usePut();
  const named = uuidOf(new URLSearchParams(useSearch()).get('form'));
  const forms = trpc.userConsent.forms.useQuery(named ? { ws, id: named } : { ws, pageSize: 20 });
  const form = forms.data?.collection.find(({ publishedVersion }) => publishedVersion > 0) ?? forms.data?.collection[0];
  useEffect(() => {
    if (!named && form) put({ form: form.id }, { replace: true });
  }, [named, form, put]);
  return {
    form,
    missing: named !== undefined && forms.data?.collection.length === 0,
    /** Whether the workspace has no form at all. */
    none: named === undefined && forms.data?.collection.length === 0,
    error: forms.error,
    refetch: () => void forms.refetch(),
    retrying: forms.isFetching,
    // Filters of one form have no meaning for another.
    choose: (id: string) => put({ form: id }, { only: ['workspace'] }),
  };
}
