import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * What waits for the signed-in person, followed live: how many, and which came while they looked. `said` tells of
 * these, for a live region of the page's own: the one of the shell says what the bell got at the same moment.
 */
export function useYourTurn(): { count: number | undefined; fresh: ReadonlySet<string>; announcement: string } {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const waiting = trpc.approvalLine.list.useQuery(
    { ws, waitingForMe: true, sortBy: 'updatedAt', sortDirection: 'DESC', pageSize: 20 },
    { placeholderData: keepPreviousData },
  );
  const known = useRef<ReadonlySet<string>>(undefined);
  const [fresh, setFresh] = useState(NONE);
  const [announcement, setAnnouncement] = useState('');
  const rows = waiting.data?.collection;
  useEffect(() => {
    if (!rows) return;
    const before = known.current;
    known.current = new Set(rows.map(({ id }) => id));
    if (!before) return;
    const came = rows.filter(({ id }: ApprovalLineItem) => !before.has(id));
    if (came.length === 0) return;
    setFresh(new Set(came.map(({ id }) => id)));
    setAnnouncement(came.map(({ application }) => t('waitsForYouNow', { name: application.name })).join('. '));
  }, [rows, t]);
  return { count: waiting.data?.meta.totalItems, fresh, announcement };
}
