import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { PURPOSE_FIELDS, PURPOSE_KEYS, type PurposeContent, WORD_LISTS } from '../../../shared/purpose/fields.ts';
import type { TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/** Catalogues used by a purpose. */
const PURPOSE_KINDS: readonly CatalogueKind[] = ['department', ...WORD_LISTS.map((key) => PURPOSE_FIELDS[key].kind)];

export interface Known {
  id: string;
  name: Bilingual;
  sensitive?: boolean;
  /** The country of a storage system. */
  country?: string | null | undefined;
  safeguard?: TransferSafeguard | null | undefined;
}

export interface Names {
  /** The known data of an id; undefined if unknown. */
  get: (id: string) => Known | undefined;
  /** Adds names returned by a search or a creation. */
  learn: (entries: readonly Known[]) => void;
  /** Whether a PII category contains section 26 data. */
  isSensitive: (id: string) => boolean;
  /** Whether a person no longer works here. */
  hasLeft: (id: string) => boolean;
}

/** Provided by NamesProvider, or by another form's own source of names. */
export const NamesContext = createContext<Names | null>(null);

/** Resolves the ids of a form to names: for its selectors, its live validation, and for comparing two texts. */
export function useNames(): Names {
  const names = useContext(NamesContext);
  if (!names) throw new Error('useNames: outside NamesProvider');
  return names;
}

/** Names contained in stored content. */
export const namesOf = (content: PurposeContent): Known[] =>
  PURPOSE_KEYS.filter((key) => PURPOSE_FIELDS[key].refers).flatMap((key) =>
    ([content[key] ?? []].flat() as { id: string; name: string | Bilingual; sensitive?: boolean }[]).map(
      ({ name, ...entry }) => ({ ...entry, name: typeof name === 'string' ? { th: name, en: name } : name }),
    ),
  );

/** Prefetches frequent names in one batch, because a restored draft contains ids only. Read-only users need none. */
export function NamesProvider({
  content,
  editing,
  children,
}: {
  content: PurposeContent | undefined;
  editing: boolean;
  children: ReactNode;
}) {
  const { ws } = useSession();
  const [learned, setLearned] = useState<ReadonlyMap<string, Known>>(() => new Map());
  const calm = { staleTime: 60_000, enabled: editing };
  const catalogues = trpc.useQueries((t) =>
    PURPOSE_KINDS.map((kind) => t.catalogue.list({ ws, kind, pageSize: 100 }, calm)),
  );
  const categories = trpc.purposeCategory.list.useQuery({ ws, pageSize: 100 }, calm);
  const pii = trpc.piiCategory.list.useQuery({ ws, pageSize: 100, status: 'ALL' }, calm);
  const people = trpc.personnel.pick.useQuery({ ws, withFormer: true }, calm);
  const lists = catalogues.map((list) => list.data);

  const known = useMemo(() => {
    const all = new Map<string, Known>();
    const put = (entries: readonly Known[]) => entries.forEach((entry) => all.set(entry.id, entry));
    if (content) put(namesOf(content));
    for (const list of lists) put(list?.collection ?? []);
    put(categories.data?.collection ?? []);
    put(pii.data?.collection ?? []);
    put((people.data ?? []).map(({ id, name }) => ({ id, name: { th: name, en: name } })));
    put([...learned.values()]);
    return all;
    // The lists are new arrays in each render; their elements are compared one by one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [content, categories.data, pii.data, people.data, learned, ...lists]);

  const learn = useCallback(
    (entries: readonly Known[]) =>
      setLearned((before) => new Map([...before, ...entries.map((entry) => [entry.id, entry] as const)])),
    [],
  );
  const left = useMemo(
    // A node of the release before does not say who has left.
    () => new Set((people.data ?? []).filter(({ active }) => active === false).map(({ id }) => id)),
    [people.data],
  );
  const names = useMemo<Names>(
    () => ({
      get: (id) => known.get(id),
      learn,
      isSensitive: (id) => known.get(id)?.sensitive ?? false,
      hasLeft: (id) => left.has(id),
    }),
    [known, learn, left],
  );
  return <NamesContext value={names}>{children}</NamesContext>;
}
