import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StoredMail, MAIL_LIST } from '../../../shared/mail/schema.ts';
import { trpc } from '../../trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { LIST_QUERY, ListPage, NameButton, timeColumn, useList } from '../../ui/table/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { PageError } from '../../shell/ErrorPages.tsx';
import { isNotFound } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';

/** Mails that a system without a mail server stores: an Admin can read them here. */
export default function MailsPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { ws } = useSession();
  const list = useList(MAIL_LIST);
  const [opened, setOpened] = useState<StoredMail | null>(null);
  const query = trpc.mail.outbox.list.useQuery({ ws, ...list.input }, { ...LIST_QUERY, refetchInterval: 10_000 });
  if (query.error && isNotFound(query.error)) return <PageError error={query.error} />;
  const columns: Column<StoredMail>[] = [
    {
      id: 'subject',
      header: t('signIn:mails.subject'),
      cell: (row) => <NameButton onClick={() => setOpened(row)}>{row.subject}</NameButton>,
    },
    { id: 'to', header: t('signIn:mails.to'), cell: (row) => <chakra.code fontFamily="inherit">{row.to}</chakra.code> },
    timeColumn('createdAt', t('signIn:mails.at'), { priority: 1 }),
  ];
  return (
    <ListPage
      id="mails"
      title={t('signIn:mails.title')}
      lead={t('signIn:mails.lead')}
      list={list}
      query={query}
      columns={columns}
      rowName={(row) => row.subject}
      empty={{ title: t('signIn:mails.empty'), body: t('signIn:mails.emptyBody') }}
    >
      {opened && <Opened mail={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  );
}

function Opened({ mail, onClose }: { mail: StoredMail; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const { ws } = useSession();
  const full = trpc.mail.outbox.get.useQuery({ ws, id: mail.id });
  return (
    <Dialog open onClose={onClose} title={mail.subject} description={`${t('signIn:mails.to')} ${mail.to}`} width={680}>
      <LoadedInDialog query={full} lines={6}>
        {({ text }) => <Letter text={text} />}
      </LoadedInDialog>
    </Dialog>
  );
}

/** The text of a letter with its addresses as links. */
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
