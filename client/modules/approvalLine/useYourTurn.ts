import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * What awaits the signed-in person, live: how many, and which arrived while the page was open. `said` is the text about
 * these for the page's own live region, since the shell's region announces the bell at the same moment.
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
