import { useTranslation } from 'react-i18next';
import type { CatalogueKind } from '../../../../shared/catalogue/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { SearchField } from './SearchField.tsx';

const PAGE = 20;
const more = (meta: { currentPage: number; totalPage: number }) => meta.currentPage < meta.totalPage;
const plain = (name: string) => ({ th: name, en: name });

interface PickerProps {
  name: string;
  label: string;
  help?: string;
  multiple?: boolean;
}

/** Entries of a catalogue of the workspace; new ones are created by typing. */
export function CatalogueField({ kind, ...field }: PickerProps & { kind: CatalogueKind }) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const create = trpc.catalogue.create.useMutation();
  return (
    <SearchField
      {...field}
      search={async ({ query, page }) => {
        const { collection, meta } = await cache.catalogue.list.fetch({
          ws,
          kind,
          query,
          currentPage: page,
          pageSize: PAGE,
        });
        return { entries: collection, hasMore: more(meta) };
      }}
      create={async (word) => {
        const entry = await create.mutateAsync({ ws, kind, name: { th: word, en: '' } });
        void cache.catalogue.list.invalidate({ ws, kind });
        return entry;
      }}
    />
  );
}

/** Applications of the workspace that data is shared with. */
export function ApplicationsField(field: Pick<PickerProps, 'name' | 'label'>) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (
    <SearchField
      {...field}
      multiple
      search={async ({ query, page }) => {
        const { collection, meta } = await cache.application.pick.fetch({
          ws,
          query,
          currentPage: page,
          pageSize: PAGE,
        });
        return { entries: collection.map(({ id, name }) => ({ id, name: plain(name) })), hasMore: more(meta) };
      }}
    />
  );
}

/** Selects a person of the workspace. */
export function PersonField(field: PickerProps) {
  const { t } = useTranslation('ui');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (
    <SearchField
      {...field}
      placeholder={t('form.select')}
      search={async ({ query }) => {
        // The list of assignable people is short and loaded completely.
        const people = await cache.personnel.pick.fetch({ ws }, { staleTime: 60_000 });
        const wanted = query.toLocaleLowerCase();
        return {
          entries: people
            .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
            .map(({ id, name }) => ({ id, name: plain(name) })),
          hasMore: false,
        };
      }}
    />
  );
}
