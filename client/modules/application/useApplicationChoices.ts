import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { LoadOptions } from '../../ui/form/index.ts';

const PAGE = 20;

/** What an application's form chooses from, and the names of whatever its ids stand for. */
export interface ApplicationChoices {
  controllers: readonly { id: string; name: Bilingual }[];
  /** Names of purposes and words, as far as the record or a search told them. */
  names: ReadonlyMap<string, Bilingual>;
  findWords: (kind: CatalogueKind) => LoadOptions;
  findPurposes: LoadOptions;
}

export function useApplicationChoices(record: ApplicationDetail | undefined): ApplicationChoices {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const cache = trpc.useUtils();
  const controllers = trpc.dataController.pick.useQuery({ ws });
  const [found, setFound] = useState<ReadonlyMap<string, Bilingual>>(() => new Map());
  const learn = (entries: readonly { id: string; name: Bilingual }[]) =>
    setFound((known) => new Map([...known, ...entries.map(({ id, name }) => [id, name] as const)]));
  return {
    controllers: controllers.data ?? [],
    names: new Map([...(record?.purposes ?? []).map(({ id, title }) => [id, title] as const), ...found]),
    findWords:
      (kind) =>
      async ({ query, page }) => {
        const { collection, meta } = await cache.catalogue.list.fetch({
          ws,
          kind,
          query,
          currentPage: page,
          pageSize: PAGE,
        });
        learn(collection);
        return {
          options: collection.map(({ id, name }) => ({ value: id, label: text(name) })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      },
    findPurposes: async ({ query, page }) => {
      const { collection, meta } = await cache.purpose.pick.fetch({ ws, query, currentPage: page, pageSize: PAGE });
      learn(collection.map(({ id, title }) => ({ id, name: title })));
      return {
        options: collection.map(({ id, title, status }) => ({
          value: id,
          label: text(title),
          note: t(`status.${status}`),
        })),
        hasMore: meta.currentPage < meta.totalPage,
      };
    },
  };
}
