import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { inUseText } from '../../../shared/dataController/inUse.ts';
import type { DataController, DataControllerItem } from '../../../shared/dataController/schema.ts';
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

type Blocked = Pick<DataController, 'applicationCount' | 'applications' | 'noticeCount' | 'privacyNotices'>;

/** Deletes a data controller after a question; while applications or privacy notices name it, lists them instead. */
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
      body={blocked ? <Users {...blocked} /> : t('dataController.removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ ws, id: record.id });
        } catch (error) {
          // Something has just started to name it.
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
  const query = trpc.dataController.get.useQuery({ ws, id: record.id });
  const { text: why, values } = inUseText(record);
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(record.name)}
      description={t(why, {
        count: values.number,
        number: number(values.number),
        applications: number(values.applications),
      })}
      footer={<Button onClick={onClose}>{t('ui:close')}</Button>}
    >
      {query.isLoading && <SkeletonText lines={3} />}
      {query.error && <ErrorState onRetry={() => void query.refetch()} />}
      {query.data && <Users {...query.data} />}
    </Dialog>
  );
}

/** The applications and privacy notices that name it. */
function Users({ applicationCount, applications, noticeCount, privacyNotices }: Blocked) {
  const { t } = useTranslation('organization');
  // Of a module that is switched off there are no pages to go to.
  const [hasApplications, hasNotices] = [useCan('ropa.read'), useCan('privacyNotice.read')];
  return (
    <Stack gap="3">
      {applicationCount > 0 && (
        <Named heading={t('dataController.inUseBody')} total={applicationCount}>
          {applications.map(({ id, name }) => (
            <li key={id}>
              {hasApplications ? <AppLink href={recordAddress('application', id)}>{name}</AppLink> : name}
            </li>
          ))}
        </Named>
      )}
      {noticeCount > 0 && (
        <Named heading={t('dataController.inUseNotices')} total={noticeCount}>
          {privacyNotices.map(({ id, name }) => (
            <li key={id}>{hasNotices ? <AppLink href={recordAddress('privacyNotice', id)}>{name}</AppLink> : name}</li>
          ))}
        </Named>
      )}
    </Stack>
  );
}

function Named({ heading, total, children }: { heading: string; total: number; children: ReactNode[] }) {
  const { t } = useTranslation('organization');
  const { number } = useFormat();
  const more = total - children.length;
  return (
    <div>
      <p>{heading}</p>
      <chakra.ul ps="5" display="grid" gap="1">
        {children}
        {more > 0 && <li>{t('dataController.inUseMore', { number: number(more) })}</li>}
      </chakra.ul>
    </div>
  );
}
