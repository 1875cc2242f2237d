import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { DataControllerItem } from '../../../shared/dataController/schema.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  AppLink,
  Button,
  chakra,
  ConfirmDialog,
  Dialog,
  ErrorState,
  SkeletonText,
  Stack,
  toast,
  useFormat,
} from '../../ui/index.ts';

interface Blocked {
  applicationCount: number;
  applications: { id: string; name: string }[];
}

/** Deletes a data controller after a question; while applications name it, lists them instead. */
export default function RemoveDataController({ record, onClose }: { record: DataControllerItem; onClose: () => void }) {
  return record.inUse ? <InUse record={record} onClose={onClose} /> : <Question record={record} onClose={onClose} />;
}

function Question({ record, onClose }: { record: DataControllerItem; onClose: () => void }) {
  const { t } = useTranslation(['organization', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const remove = trpc.dataController.remove.useMutation();
  const cache = trpc.useUtils();
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('dataController.removeTitle', { name: text(record.name) })}
      body={blocked ? <Applications {...blocked} /> : t('dataController.removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ ws, id: record.id });
        } catch (error) {
          // An application has just started to name it.
          const body = bodyOf(error);
          if (body?.code === 'dataController.inUse') setBlocked(body.details as unknown as Blocked);
          throw error;
        } finally {
          void cache.dataController.invalidate();
        }
        toast.success(t('dataController.removed'));
      }}
    />
  );
}

function InUse({ record, onClose }: { record: DataControllerItem; onClose: () => void }) {
  const { t } = useTranslation(['organization', 'ui']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const { applicationCount } = record;
  const list = trpc.application.list.useQuery(
    { ws, dataControllerId: record.id, pageSize: 20, currentPage: 1, sortBy: 'name', sortDirection: 'ASC' },
    // Without the record of processing there are no pages of applications to go to.
    { enabled: useCan('ropa.read') },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(record.name)}
      description={t('dataController.inUse', { count: applicationCount, number: number(applicationCount) })}
      footer={<Button onClick={onClose}>{t('ui:close')}</Button>}
    >
      {list.isLoading && <SkeletonText lines={3} />}
      {list.error && <ErrorState onRetry={() => void list.refetch()} />}
      {list.data && <Applications applicationCount={applicationCount} applications={list.data.collection} />}
    </Dialog>
  );
}

/** The applications that name it, each a link. */
function Applications({ applicationCount, applications }: Blocked) {
  const { t } = useTranslation('organization');
  const { number } = useFormat();
  const more = applicationCount - applications.length;
  return (
    <Stack gap="3">
      <p>{t('dataController.inUseBody')}</p>
      <chakra.ul ps="5" display="grid" gap="1">
        {applications.map(({ id, name }) => (
          <li key={id}>
            <AppLink href={recordAddress('application', id)}>{name}</AppLink>
          </li>
        ))}
        {more > 0 && <li>{t('dataController.inUseMore', { number: number(more) })}</li>}
      </chakra.ul>
    </Stack>
  );
}
