import { AppWindow, Inbox, Landmark, Target } from 'lucide-react';
import { createElement, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../shared/registry/entities.ts';
import { requestNumberIn, requestReference } from '../../shared/request/reference.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { trpc } from '../trpc.ts';
import type { Command } from '../ui/CommandPalette.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useCan, useSession } from './session.tsx';

/** Rows of each kind. */
const MOST = 5;

const ICONS = { application: AppWindow, purpose: Target, dataController: Landmark, request: Inbox };

interface Found {
  entity: keyof typeof ICONS;
  id: string;
  label: string;
}

/** Searches the records that the person can read, through the same lists as their screens. */
export function useRecordSearch(): (query: string, signal: AbortSignal) => Promise<Command[]> {
  const { t } = useTranslation('shell');
  const { text } = useFormat();
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const record = useCan('ropa.read');
  const organization = useCan('organization.read');
  const requests = useCan('request.read');
  return useCallback(
    async (query, signal) => {
      const of = { ws, query, pageSize: MOST };
      const found = await Promise.all([
        record
          ? client.application.list
              .query(of, { signal })
              .then(({ collection }) =>
                collection.map((row): Found => ({ entity: 'application', id: row.id, label: row.name })),
              )
          : [],
        record
          ? client.purpose.list
              .query(of, { signal })
              .then(({ collection }) =>
                collection.map((row): Found => ({ entity: 'purpose', id: row.id, label: text(row.title) })),
              )
          : [],
        organization
          ? client.dataController.list
              .query(of, { signal })
              .then(({ collection }) =>
                collection.map((row): Found => ({ entity: 'dataController', id: row.id, label: text(row.name) })),
              )
          : [],
        // By their number alone: other input may be of a person, and must not be in an address.
        requests && requestNumberIn(query) !== null
          ? client.request.list.query(of, { signal }).then(({ collection }) =>
              collection.map((row): Found => ({
                entity: 'request',
                id: row.id,
                label: requestReference(row.number),
              })),
            )
          : [],
      ]);
      return found.flat().map(({ entity, id, label }) => ({
        key: `${entity}-${id}`,
        label,
        note: t(`palette.${entity}`),
        icon: createElement(ICONS[entity], { 'aria-hidden': true }),
        href: entity === 'dataController' ? pageAddress('dataControllers', { query }) : recordAddress(entity, id),
      }));
    },
    [t, text, ws, client, record, organization, requests],
  );
}
