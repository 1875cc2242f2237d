import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { LoadOptions, OptionsQuery } from '../../ui/form/index.ts';

const PAGE = 20;
/** Items whose names are prefetched. */
const USUAL = 100;

/** The choices of an application's form, and the names of its ids. */
export interface ApplicationChoices {
  controllers: readonly { id: string; name: Bilingual }[];
  /** Of the controllers. */
  query: OptionsQuery;
  /** Names of purposes and items, as far as the record, the usual ones or a search returned them. */
  names: ReadonlyMap<string, Bilingual>;
  /** Stores names of a search or an addition. */
  learn: (entries: readonly { id: string; name: Bilingual }[]) => void;
  findPurposes: LoadOptions;
}

export function useApplicationChoices(record: ApplicationDetail | undefined): ApplicationChoices {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const cache = trpc.useUtils();
  const controllers = trpc.dataController.pick.useQuery({ ws });
  // A stored draft only has ids.
  const calm = { staleTime: 60_000, enabled: useCan('ropa.write') };
  const linesOfWork = trpc.catalogue.list.useQuery({ ws, kind: 'lineOfWork', pageSize: USUAL }, calm);
  const dataSources = trpc.catalogue.list.useQuery({ ws, kind: 'dataSource', pageSize: USUAL }, calm);
  const [found, setFound] = useState<ReadonlyMap<string, Bilingual>>(() => new Map());
  const learn = (entries: readonly { id: string; name: Bilingual }[]) =>
    setFound((known) => new Map([...known, ...entries.map(({ id, name }) => [id, name] as const)]));
  const words = [linesOfWork.data?.collection, dataSources.data?.collection, record?.lineOfWork, record?.dataSource]
    .flat()
    .filter((word) => word !== null && word !== undefined);
  return {
    controllers: controllers.data ?? [],
    query: controllers,
    names: new Map([
      ...(record?.purposes ?? []).map(({ id, title }) => [id, title] as const),
      ...words.map(({ id, name }) => [id, name] as const),
      ...found,
    ]),
    learn,
    findPurposes: async ({ query, page, id }) => {
      const input = { ws, id, query, currentPage: page, pageSize: PAGE };
      const { collection, meta } = await cache.purpose.pick.fetch(input);
      learn(collection.map((purpose) => ({ id: purpose.id, name: purpose.title })));
      return {
        options: collection.map(({ id: value, title, status }) => ({
          value,
          label: text(title),
          note: t(`status.${status}`),
        })),
        hasMore: meta.currentPage < meta.totalPage,
      };
    },
  };
}
