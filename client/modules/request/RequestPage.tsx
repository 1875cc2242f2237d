import { ClipboardList } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { LoadedInDialog, LoadedRecord } from '../../records/LoadedRecord.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { IdentityPanel } from '../requestIdentity/IdentityPanel.tsx';
import { Banner, Card, EmptyState, LinkButton, PageHeader } from '../../ui/index.ts';
import { GatherPanel } from '../requestTask/GatherPanel.tsx';
import { TasksPanel } from '../requestTask/TasksPanel.tsx';
import { AgentCard } from '../dataRightsProtocol/AgentCard.tsx';
import { AttachmentsCard } from '../requestSubmission/AttachmentsCard.tsx';
import { MessagesPanel } from '../requestMessage/MessagesPanel.tsx';
import { LIST } from './address.ts';
import { EntryForm } from './EntryForm.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { RequestColumns } from './RequestColumns.tsx';
import { RequestHead } from './RequestHead.tsx';
import { RightCard } from './RightCard.tsx';
import { SubjectCard } from './SubjectCard.tsx';
import { useFormsInForce } from './useFormInForce.ts';
import type { RequestMove } from './useRequestMoves.ts';

/**
 * One request, or `new` to enter one: who asks, its rights with their tasks, messages and history; the next actions at
 * the top.
 */
export default function RequestPage() {
  const { id } = useParams<{ id: string }>();
  return id === 'new' ? <NewRequest /> : <Existing key={id} id={id} />;
}

function NewRequest() {
  const { t } = useTranslation('requestScreen');
  return (
    <>
      <PageHeader title={t('entry.title')} trail={[{ label: t('title'), href: LIST }]} description={t('entry.lead')} />
      {useCan('request.manage') ? <Entry /> : <Banner tone="warn">{t('entry.notYours')}</Banner>}
    </>
  );
}

/** The form, or, where no request form is in force, the way there: nothing could be entered. */
function Entry() {
  const { t } = useTranslation('requestScreen');
  const forms = useFormsInForce();
  // What is already being typed stays, also where a colleague takes the last form out of use.
  const [isOpen, setOpen] = useState(false);
  if (forms.data && forms.data.collection.length > 0 && !isOpen) setOpen(true);
  if (isOpen) return <EntryForm />;
  return (
    <LoadedInDialog query={forms}>
      {() => (
        <Card>
          <EmptyState
            icon={<ClipboardList size={24} aria-hidden />}
            title={t('entry.noForm')}
            body={t('entry.noFormBody')}
            action={
              <LinkButton look="main" href={pageAddress('requestForms')}>
                {t('entry.toForms')}
              </LinkButton>
            }
          />
        </Card>
      )}
    </LoadedInDialog>
  );
}

function Existing({ id }: { id: string }) {
  const { ws } = useSession();
  const query = trpc.request.get.useQuery({ ws, id });
  return (
    <LoadedRecord query={query} withoutMoves={withoutMoves}>
      {(request) => <RequestView request={request} />}
    </LoadedRecord>
  );
}

const withoutMoves = (request: Request): Request => ({
  ...request,
  rights: request.rights.map((right) => ({ ...right, allowed: [] })),
});

function RequestView({ request }: { request: Request }) {
  const [open, setOpen] = useState<{ move: RequestMove; rightId?: string } | null>(null);
  // All data of their tables has been deleted.
  const isAnonymised = request.anonymisedAt !== null;
  return (
    <>
      <RequestHead request={request} onMove={(move) => setOpen({ move })} />
      <RequestColumns
        // Panels of other modules are mounted here: each is a component in the folder of its module with the props `{
        // request }`.
        subject={
          <>
            <SubjectCard request={request} />
            {!isAnonymised && <AgentCard request={request} />}
            {!isAnonymised && <AttachmentsCard request={request} />}
            {!isAnonymised && <IdentityPanel request={request} />}
          </>
        }
        // Those of a single right (its tasks, its answer) have the props `{ request, right }` and are rendered below
        // its card.
        rights={[
          ...request.rights.map((right) => (
            <Fragment key={right.id}>
              <RightCard request={request} right={right} onMove={(move, rightId) => setOpen({ move, rightId })} />
              {!isAnonymised && <TasksPanel request={request} right={right} />}
            </Fragment>
          )),
          !isAnonymised && <GatherPanel key="gather" request={request} />,
        ]}
        messages={
          <>
            {!isAnonymised && <MessagesPanel request={request} />}
            <HistoryCard request={request} />
          </>
        }
      />
      {open && (
        <MoveDialog
          key={`${open.move} ${open.rightId ?? ''}`}
          request={request}
          {...open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
