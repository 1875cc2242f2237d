import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataRight } from '../../../shared/dataRight/schema.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import type { Loading } from '../../records/RecordVersions.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import type { RightWords } from './formValues.ts';

interface Rights {
  /** All rights of the workspace in order. */
  query: Loading<readonly DataRight[]>;
  /** The texts of a right; a placeholder for one that no longer exists. */
  of: (id: string) => RightWords;
  /** Whether forms may offer it. A right still loading counts as offered: the server decides. */
  isOffered: (id: string) => boolean;
}

const RightsContext = createContext<Rights | null>(null);

/** The rights of the workspace by id: for the editor's list, its live validation and its preview. */
export function useRights(): Rights {
  const rights = useContext(RightsContext);
  if (!rights) throw new Error('useRights: outside RightsProvider');
  return rights;
}

/** Fetches the rights of the workspace; while they are loading, those of the record are used. */
export function RightsProvider({ record, children }: { record: RequestForm; children: ReactNode }) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const { data, error, refetch } = trpc.dataRight.list.useQuery(
    { ws, pageSize: 100, sortBy: 'position', sortDirection: 'ASC' },
    LIST_QUERY,
  );
  const all = data?.collection;
  const unknown = t('right.unknown');
  const rights = useMemo<Rights>(() => {
    const known = new Map((all ?? []).map((right) => [right.id, right]));
    const own = new Map(record.rights.map((right) => [right.id, right]));
    const empty = { th: '', en: '' };
    return {
      query: { data: all, error, refetch },
      of(id) {
        const right = known.get(id);
        if (right) {
          const { code, name, description, example, days } = right;
          return { code, name, description, example, days };
        }
        const { code = null, name = { th: unknown, en: unknown }, days = 0 } = own.get(id) ?? {};
        return { code, name, description: empty, example: empty, days };
      },
      isOffered: (id) => (all ? (known.get(id)?.active ?? false) : (own.get(id)?.offered ?? true)),
    };
  }, [all, error, refetch, record.rights, unknown]);
  return <RightsContext value={rights}>{children}</RightsContext>;
}
