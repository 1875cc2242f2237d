import { Mail, Megaphone, MessageSquareText, Globe, Paperclip, PenLine, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentNotification, NotificationChannel } from '../../../shared/incidentNotification/schema.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Flex,
  StatusTag,
  Tag,
  Text,
  toast,
  useDialog,
  useFormat,
  Wrap,
} from '../../ui/index.ts';
import { type ListData, type ListState, Pagination } from '../../ui/table/index.ts';
import { Deliveries } from './Deliveries.tsx';

/** Shorter lists have no page size selection. */
const SMALLEST_PAGE = 10;
const ICONS: Record<NotificationChannel, typeof Mail> = {
  EMAIL: Mail,
  SMS: MessageSquareText,
  WEBSITE: Globe,
  OTHER: Megaphone,
};

interface NotificationListProps {
  title: string;
  list: ListData<IncidentNotification>;
  /** Whether the incident counts the authority as notified. */
  authorityNotified: boolean;
  /** The displayed page, stored in the address. */
  state: ListState;
  /** Id of a notification displayed elsewhere, left out here. */
  without?: string | null;
  onEdit?: (id: string) => void;
}

/** Notifications by page, newest first; drafts can be edited. Renders nothing without any. */
export function NotificationList({ title, list, state, without, authorityNotified, onEdit }: NotificationListProps) {
  const { meta } = list;
  const rows = list.collection.filter(({ id }) => id !== without);
  const last = list.collection.length === 0 && meta.totalItems > 0 ? meta.totalPage : undefined;
  useEffect(() => {
    if (last !== undefined) state.setPage(last);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last]);
  const paged = meta.totalItems > SMALLEST_PAGE;
  if (rows.length === 0 && !paged) return null;
  return (
    <Card title={title} flush>
      <chakra.ul listStyle="none">
        {rows.map((row) => (
          <chakra.li
            key={row.id}
            px={{ base: '4', md: '5' }}
            py="4"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
            data-notification={row.id}
          >
            <One row={row} authorityNotified={authorityNotified} {...(onEdit && { onEdit: () => onEdit(row.id) })} />
          </chakra.li>
        ))}
      </chakra.ul>
      {paged && (
        <chakra.div borderTopWidth="1px">
          <Pagination meta={meta} pageHref={state.pageHref} onPageSize={state.setPageSize} />
        </chakra.div>
      )}
    </Card>
  );
}

interface OneProps extends Pick<NotificationListProps, 'authorityNotified'> {
  row: IncidentNotification;
  onEdit?: () => void;
}

function One({ row, authorityNotified, onEdit }: OneProps) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const Icon = ICONS[row.channel];
  const draft = row.status === 'DRAFT';
  const by = (draft ? row.createdBy : row.sentBy)?.name;
  return (
    <chakra.article display="grid" gap="3" aria-label={row.subject || t(`group.${row.recipientGroup}`)}>
      <Flex gap="3" wrap="wrap" alignItems="flex-start">
        <chakra.div flex="1" minWidth="min(100%, 14rem)">
          <chakra.h3 fontWeight="semibold" overflowWrap="anywhere">
            {row.subject || t(`group.${row.recipientGroup}`)}
          </chakra.h3>
          <Text textStyle="dense" color="muted">
            {draft ? dateTime(row.updatedAt) : t('notified.at', { time: dateTime(row.notifiedAt ?? row.sentAt) })}
            {by && ` · ${t(draft ? 'notified.savedBy' : 'notified.by', { name: by })}`}
          </Text>
        </chakra.div>
        <Wrap gap="1.5">
          {draft ? (
            <StatusTag>{t('notified.draft')}</StatusTag>
          ) : (
            <StatusTag tone="ok">{t(row.channel === 'EMAIL' ? 'notified.sent' : 'notified.recorded')}</StatusTag>
          )}
          <Tag icon={<Icon aria-hidden />}>{t(`channel.${row.channel}`)}</Tag>
          {row.recipientGroup === 'DATA_PROTECTION_AUTHORITY' ? (
            <Tag>{t(`report.${row.report}`)}</Tag>
          ) : (
            <Tag>{t(`group.${row.recipientGroup}`)}</Tag>
          )}
        </Wrap>
      </Flex>
      <Deliveries row={row} authorityNotified={authorityNotified} />
      {(row.message || row.opinion) && (
        <chakra.details textStyle="dense">
          <chakra.summary cursor="pointer" color="accent.text" minHeight="8" py="1">
            {t('notified.message')}
          </chakra.summary>
          <Text whiteSpace="pre-line" overflowWrap="anywhere" mt="2">
            {row.message}
          </Text>
          {row.opinion && (
            <Text mt="3" whiteSpace="pre-line" overflowWrap="anywhere">
              <strong>{t('notified.opinion')}: </strong>
              {row.opinion}
            </Text>
          )}
        </chakra.details>
      )}
      {row.attachment && (
        <chakra.a
          href={fileUrl(ws, row.attachment.id)}
          display="inline-flex"
          alignItems="center"
          gap="2"
          color="accent.text"
          textDecoration="underline"
          textStyle="dense"
          overflowWrap="anywhere"
        >
          <Paperclip size={16} aria-hidden />
          {row.attachment.name}
        </chakra.a>
      )}
      {onEdit && <DraftActions row={row} onEdit={onEdit} />}
    </chakra.article>
  );
}

function DraftActions({ row, onEdit }: { row: IncidentNotification; onEdit: () => void }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const remove = trpc.incidentNotification.remove.useMutation();
  const dialog = useDialog();
  return (
    <Flex gap="2">
      <Button size="sm" icon={<PenLine aria-hidden />} onClick={onEdit}>
        {t('notified.edit')}
      </Button>
      <Button size="sm" look="quiet" icon={<Trash2 aria-hidden />} onClick={dialog.show}>
        {t('notified.remove')}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        destructive
        title={t('notified.removeTitle')}
        body={t('notified.removeBody')}
        confirmLabel={t('notified.remove')}
        onConfirm={async () => {
          await remove.mutateAsync({ ws, id: row.incidentId, nid: row.id });
          void cache.incidentNotification.invalidate();
          toast.success(t('notified.removed'));
        }}
      />
    </Flex>
  );
}
