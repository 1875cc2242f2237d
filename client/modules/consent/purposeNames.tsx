import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Consent } from '../../../shared/consent/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

export interface KnownPurpose {
  id: string;
  title: Bilingual;
  description: Bilingual;
  /** It is published and based on consent. */
  lawful: boolean;
}

interface PurposeNames {
  get: (id: string) => KnownPurpose | undefined;
  /** Stores purposes of a search. */
  learn: (purposes: readonly KnownPurpose[]) => void;
}

const PurposeNamesContext = createContext<PurposeNames | null>(null);

/** Purposes by their ids: for the editor's list, its live checks and its preview. */
export function usePurposeNames(): PurposeNames {
  const names = useContext(PurposeNamesContext);
  if (!names) throw new Error('usePurposeNames: outside PurposeNamesProvider');
  return names;
}

/** Has the record's own purposes, and fetches those that can be chosen, since a restored draft only has ids. */
export function PurposeNamesProvider({
  record,
  editing,
  children,
}: {
  record: Consent;
  editing: boolean;
  children: ReactNode;
}) {
  const { ws } = useSession();
  const [learned, setLearned] = useState<ReadonlyMap<string, KnownPurpose>>(() => new Map());
  const choices = trpc.consent.purposeChoices.useQuery({ ws, id: record.id }, { staleTime: 30_000, enabled: editing });
  const known = useMemo(() => {
    const all = new Map(learned);
    for (const one of choices.data ?? []) all.set(one.id, { ...one, lawful: true });
    for (const one of record.purposes) all.set(one.id, one);
    return all;
  }, [learned, choices.data, record.purposes]);
  const learn = useCallback(
    (purposes: readonly KnownPurpose[]) =>
      setLearned((before) => new Map([...before, ...purposes.map((one) => [one.id, one] as const)])),
    [],
  );
  const names = useMemo<PurposeNames>(() => ({ get: (id) => known.get(id), learn }), [known, learn]);
  return <PurposeNamesContext value={names}>{children}</PurposeNamesContext>;
}
