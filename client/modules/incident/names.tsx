import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { type Known, type Names, NamesContext } from '../purpose/names.tsx';

const PAGE = 100;
const plain = (id: string, name: string): Known => ({ id, name: { th: name, en: name } });

/**
 * Resolves the ids of a report to names: those of the edited record, and prefetched frequent ones, because a restored
 * draft contains ids only.
 */
export function IncidentNames({ record, children }: { record: Incident | undefined; children: ReactNode }) {
  const { ws } = useSession();
  const [learned, setLearned] = useState<ReadonlyMap<string, Known>>(() => new Map());
  const calm = { staleTime: 60_000 };
  const applications = trpc.application.pick.useQuery({ ws, pageSize: PAGE }, calm);
  const purposes = trpc.purpose.pick.useQuery({ ws, pageSize: PAGE }, calm);
  const groups = trpc.catalogue.list.useQuery({ ws, kind: 'dataSubjectGroup', pageSize: PAGE }, calm);
  const categories = trpc.piiCategory.pick.useQuery({ ws, pageSize: PAGE }, calm);
  const known = useMemo(() => {
    const all = new Map<string, Known>();
    const put = (entries: readonly Known[]) => entries.forEach((entry) => all.set(entry.id, entry));
    put((applications.data?.collection ?? []).map(({ id, name }) => plain(id, name)));
    put((purposes.data?.collection ?? []).map(({ id, title }) => ({ id, name: title })));
    put(groups.data?.collection ?? []);
    put(categories.data?.collection ?? []);
    for (const list of record
      ? [record.applications, record.dataSubjectGroups, record.purposes, record.piiCategories]
      : []) {
      put(list.flatMap(({ id, ...known }) => (id === null || all.has(id) ? [] : [{ id, ...known }])));
    }
    put([...learned.values()]);
    return all;
  }, [applications.data, purposes.data, groups.data, categories.data, record, learned]);
  const learn = useCallback(
    (entries: readonly Known[]) =>
      setLearned((before) => new Map([...before, ...entries.map((entry) => [entry.id, entry] as const)])),
    [],
  );
  const names = useMemo<Names>(
    () => ({
      get: (id) => known.get(id),
      learn,
      isSensitive: (id) => known.get(id)?.sensitive ?? false,
      hasLeft: () => false,
    }),
    [known, learn],
  );
  return <NamesContext value={names}>{children}</NamesContext>;
}
