import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Permission } from '../../shared/registry/permissions.ts';
import type { trpc } from '../trpc.ts';
import type { useFormat } from '../ui/useFormat.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];
type Words = (t: TFunction<'shell'>) => string;

interface FoundRecord {
  id: string;
  label: string;
}

/** What a module adds to the command palette, by its file `palette.tsx`. */
export interface PaletteSource {
  /** Records that are found by the server, through the same list as their screen. */
  records?: {
    permission: Permission;
    /** Of one record. */
    kind: Words;
    icon: ReactNode;
    search: (
      client: Client,
      input: { ws: string; query: string; pageSize: number },
      options: { signal: AbortSignal; text: ReturnType<typeof useFormat>['text'] },
    ) => Promise<FoundRecord[]>;
    href: (record: FoundRecord, query: string) => string;
  };
  action?: { permission: Permission; label: Words; icon: ReactNode; href: string };
}

const files = import.meta.glob<{ default: PaletteSource }>('../modules/*/palette.tsx', { eager: true });

/** What all modules add, by the names of their folders. */
export const PALETTE_SOURCES = Object.entries(files).map(([path, source]) => ({
  name: path.split('/').at(-2)!,
  ...source.default,
}));
