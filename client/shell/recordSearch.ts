import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../shared/registry/permissions.ts';
import { trpc } from '../trpc.ts';
import type { Command } from '../ui/CommandPalette.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { PALETTE_SOURCES } from './paletteSource.ts';
import { useSession } from './session.tsx';

/** Rows of each kind. */
const MOST = 5;

/** Searches the records that the person can read, through the same lists as their screens. */
export function useRecordSearch(): (query: string, signal: AbortSignal) => Promise<Command[]> {
  const { t } = useTranslation('shell');
  const { text } = useFormat();
  const { ws, standing } = useSession();
  const { client } = trpc.useUtils();
  return useCallback(
    async (query, signal) => {
      const found = await Promise.all(
        PALETTE_SOURCES.map(async ({ name, records }) => {
          if (!records || !may(standing, records.permission)) return [];
          const { kind, icon, href, search } = records;
          const rows = await search(client, { ws, query, pageSize: MOST }, { signal, text });
          return rows.map((row) => ({
            key: `${name}-${row.id}`,
            label: row.label,
            note: kind(t),
            icon,
            href: href(row, query),
          }));
        }),
      );
      return found.flat();
    },
    [t, text, ws, standing, client],
  );
}
