import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptMail } from '../../../shared/mail/schema.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { DataTable, useListState } from '../../ui/table/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { PageError } from '../../shell/ErrorPages.tsx';
import { isNotFound } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';

/** Mails that a system without a mail server keeps: an Admin reads them here. */
export default function MailsPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { ws } = useSession();
  const state = useListState({ sortBy: ['createdAt'], filters: {} });
  const [opened, setOpened] = useState<KeptMail | null>(null);
  const list = trpc.mail.outbox.list.useQuery(
    { ws, ...state.input },
    { placeholderData: keepPreviousData, refetchInterval: 10_000 },
  );
  if (list.error && isNotFound(list.error)) return <PageError error={list.error} />;
  const columns: Column<KeptMail>[] = [
    {
      id: 'subject',
      header: t('signIn:mails.subject'),
      cell: (row) => (
        <Button look="text" textAlign="start" whiteSpace="normal" onClick={() => setOpened(row)}>
          {row.subject}
        </Button>
      ),
    },
    { id: 'to', header: t('signIn:mails.to'), cell: (row) => row.to },
    {
      id: 'createdAt',
      header: t('signIn:mails.at'),
      cell: (row) => <RelativeTime value={row.createdAt} />,
      sortable: true,
    },
  ];
  return (
    <>
      <PageHeader title={t('signIn:mails.title')} description={t('signIn:mails.lead')} />
      <DataTable
        id="mails"
        caption={t('signIn:mails.title')}
        columns={columns}
        data={list.data}
        isLoading={list.isFetching && !list.data}
        isRefreshing={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        state={state}
        rowKey={(row) => row.id}
        rowName={(row) => row.subject}
        emptyState={<EmptyState title={t('signIn:mails.empty')} body={t('signIn:mails.emptyBody')} />}
      />
      {opened && <Opened mail={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Opened({ mail, onClose }: { mail: KeptMail; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const { ws } = useSession();
  const full = trpc.mail.outbox.get.useQuery({ ws, id: mail.id });
  return (
    <Dialog open onClose={onClose} title={mail.subject} description={`${t('signIn:mails.to')} ${mail.to}`} width={680}>
      {full.data ? <Letter text={full.data.text} /> : <SkeletonText lines={6} />}
    </Dialog>
  );
}

/** The text of a letter with its addresses to click. */
function Letter({ text }: { text: string }) {
  return (
    <chakra.div whiteSpace="pre-wrap" overflowWrap="anywhere">
      {text.split(/(https?:\/\/[^\s<>]+)/).map((part, index) =>
        index % 2 === 1 ? (
          <Link key={index} href={part}>
            {part}
          </Link>
        ) : (
          part
        ),
      )}
    </chakra.div>
  );
}
