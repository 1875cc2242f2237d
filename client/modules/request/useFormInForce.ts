import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { MINUTE } from '../../../shared/duration.ts';

const IN_FORCE = { inForce: true, pageSize: 20, sortBy: 'name', sortDirection: 'ASC' } as const;

/** The first forms that can be used to enter a request: published and active. `enabled`: whether they are needed. */
export function useFormsInForce(enabled = true) {
  const { ws } = useSession();
  return trpc.requestForm.list.useQuery({ ws, ...IN_FORCE }, { enabled, staleTime: MINUTE });
}

/** A form by its id; disabled while none is selected. */
function useRequestForm(id: string) {
  const { ws } = useSession();
  return trpc.requestForm.get.useQuery({ ws, id }, { enabled: id !== '', staleTime: MINUTE });
}

const optionOf = ({ id, name, application }: Pick<RequestForm, 'id' | 'name' | 'application'>) => ({
  value: id,
  label: `${name} · ${application.name}`,
});

/**
 * A choice among the forms in force: the first of them, and the search for all others. `options` is undefined while
 * they are loading.
 */
export function useFormChoice() {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const forms = useFormsInForce();
  const load: LoadOptions = async ({ query, page, signal, id }) => {
    if (id) return { options: [optionOf(await client.requestForm.get.query({ ws, id }, { signal }))], hasMore: false };
    const { collection, meta } = await client.requestForm.list.query(
      { ws, ...IN_FORCE, query, currentPage: page },
      { signal },
    );
    return { options: collection.map(optionOf), hasMore: meta.currentPage < meta.totalPage };
  };
  return { forms, options: forms.data?.collection.map(optionOf), load };
}

/** The content of a form's version in force; null if no form is selected. */
export function useFormContent(requestFormId: string) {
  const { ws } = useSession();
  const form = useRequestForm(requestFormId);
  const version = form.data?.active ? form.data.publishedVersion : 0;
  const inForce = trpc.requestForm.version.useQuery(
    { ws, id: requestFormId, v: version },
    { enabled: version > 0, staleTime: MINUTE },
  );
  const isNone = requestFormId === '' || (form.data !== undefined && version === 0);
  return {
    data: isNone ? null : inForce.data?.content,
    error: form.error ?? inForce.error,
    refetch: () => (form.data ? inForce.refetch() : form.refetch()),
  };
}
