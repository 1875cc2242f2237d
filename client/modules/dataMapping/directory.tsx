import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { FLOW_WORD_KEYS, FLOW_WORDS, flowWords } from '../../../shared/dataMapping/fields.ts';
import type { MappedPurpose } from '../../../shared/dataMapping/lineFields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { countriesOf, HOME_COUNTRY } from '../../../shared/country.ts';
import type { PiiTreeCategory } from '../../../shared/piiCategory/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { type Known, NamesContext, namesOf } from '../purpose/names.tsx';
import type { Row } from './lines.ts';

/** Catalogues a line chooses from. */
const KINDS = FLOW_WORD_KEYS.map((key) => FLOW_WORDS[key].kind);

export interface Directory {
  /** The application's purposes by id, in its order. */
  purposes: ReadonlyMap<string, MappedPurpose>;
  /** Categories with their attributes; undefined while they are loading. */
  tree: readonly PiiTreeCategory[] | undefined;
  /** Loads them again, if loading failed. */
  retryTree: (() => void) | undefined;
  attribute: (id: string) => MappedFlow['attributes'][number] | undefined;
  /** The loaded words of a catalogue. */
  words: (kind: (typeof KINDS)[number]) => readonly Known[];
  /** A row with every name resolved, in the form the server returns. */
  flowOf: (row: Row) => MappedFlow;
}

const DirectoryContext = createContext<Directory | null>(null);

/** Resolves the ids used in a mapping to names. */
export function useDirectory(): Directory {
  const directory = useContext(DirectoryContext);
  if (!directory) throw new Error('useDirectory: outside MappingDirectory');
  return directory;
}

/** Prefetches catalogues and categories for editors; read-only users need nothing beyond the mapping itself. */
export function MappingDirectory({
  purposes: list,
  flows,
  editing,
  children,
}: {
  purposes: readonly MappedPurpose[];
  flows: readonly MappedFlow[];
  editing: boolean;
  children: ReactNode;
}) {
  const { ws } = useSession();
  const [learned, setLearned] = useState<ReadonlyMap<string, Known>>(() => new Map());
  const calm = { staleTime: 60_000, enabled: editing };
  const catalogues = trpc.useQueries((t) => KINDS.map((kind) => t.catalogue.list({ ws, kind, pageSize: 100 }, calm)));
  const lists = catalogues.map(({ data }) => data?.collection);
  const found = trpc.piiCategory.tree.useQuery({ ws, withInactive: true }, calm);
  const tree = found.data?.collection;
  const { refetch, isLoadingError: treeFailed } = found;

  const known = useMemo(() => {
    const all = new Map<string, Known>();
    const put = (entries: readonly (Known | null)[]) => entries.forEach((entry) => entry && all.set(entry.id, entry));
    for (const { content } of list) put(namesOf(content));
    for (const flow of flows) put(FLOW_WORD_KEYS.map((key) => flow[key]));
    for (const words of lists) put(words ?? []);
    put([...learned.values()]);
    return all;
    // The lists are new arrays in each render; their elements are compared one by one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list, flows, learned, ...lists]);
  const learn = useCallback(
    (entries: readonly Known[]) =>
      setLearned((before) => new Map([...before, ...entries.map((entry) => [entry.id, entry] as const)])),
    [],
  );
  const names = useMemo(
    () => ({ get: (id: string) => known.get(id), learn, isSensitive: () => false, hasLeft: () => false }),
    [known, learn],
  );

  const attributes = useMemo(() => {
    const all = new Map(
      flows.flatMap((flow) => flow.attributes.map((attribute) => [attribute.id, attribute] as const)),
    );
    for (const category of tree ?? []) {
      for (const { id, name, sensitive } of category.attributes)
        all.set(id, { id, name, sensitive, category: { id: category.id, name: category.name } });
    }
    return all;
  }, [flows, tree]);
  const purposes = useMemo(() => new Map(list.map((purpose) => [purpose.id, purpose])), [list]);
  const parties = useMemo(() => {
    const all = new Map(flows.flatMap((flow) => flow.thirdParties.map((party) => [party.id, party] as const)));
    for (const { content } of list)
      for (const { id, name, ...places } of content.thirdParties)
        if (id) all.set(id, { id, name, countries: [...countriesOf(places)] });
    return all;
  }, [flows, list]);

  const directory = useMemo<Directory>(
    () => ({
      purposes,
      tree,
      retryTree: treeFailed ? () => void refetch() : undefined,
      attribute: (id) => attributes.get(id),
      words: (kind) => lists[KINDS.indexOf(kind)] ?? [],
      flowOf: (row) => flowOf(row, { known, purposes, attributes, parties }),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [known, purposes, attributes, parties, tree, treeFailed, refetch, ...lists],
  );

  return (
    <NamesContext value={names}>
      <DirectoryContext value={directory}>{children}</DirectoryContext>
    </NamesContext>
  );
}

const UNKNOWN: Bilingual = { th: '…', en: '…' };

/** The records known so far that a row's ids refer to. */
interface KnownRecords {
  known: ReadonlyMap<string, Known>;
  purposes: ReadonlyMap<string, MappedPurpose>;
  attributes: ReadonlyMap<string, MappedFlow['attributes'][number]>;
  parties: ReadonlyMap<string, MappedFlow['thirdParties'][number]>;
}

function flowOf(row: Row, { known, purposes, attributes, parties }: KnownRecords): MappedFlow {
  const named = (id: string) => ({ id, name: id ? (known.get(id)?.name ?? UNKNOWN) : { th: '', en: '' } });
  const placed = (id: string) => ({
    ...named(id),
    country: known.get(id)?.country ?? null,
    safeguard: known.get(id)?.safeguard ?? null,
  });
  return {
    id: row.key,
    purpose: { id: row.purposeId, title: purposes.get(row.purposeId)?.title ?? UNKNOWN },
    ...flowWords<Known, Known | null>((key) => {
      const { idKey, isRequired } = FLOW_WORDS[key];
      const id = row[idKey];
      return isRequired || id ? named(id ?? '') : null;
    }),
    storageSystem: row.storageSystemId ? placed(row.storageSystemId) : null,
    attributes: row.attributeIds
      .flatMap((id) => attributes.get(id) ?? [])
      .toSorted(
        (a, b) =>
          Number(b.sensitive) - Number(a.sensitive) || a.category.name.th.localeCompare(b.category.name.th, 'th'),
      ),
    internalApplications: row.internalApplicationIds.map((id) => ({ id, name: known.get(id)?.name.th ?? '…' })),
    thirdParties: row.thirdPartyIds.map((id) => parties.get(id) ?? { id, name: '…', countries: [HOME_COUNTRY] }),
    retention: row.retention,
    note: row.note,
  };
}
