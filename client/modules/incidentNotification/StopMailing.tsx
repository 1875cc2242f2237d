import { CircleStop } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentNotification } from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, ConfirmDialog, Stack, Text, toast, useDialog, useFormat } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';

/** Stops the mails that wait for their turn or for another day, with a reason; those under way are sent. */
export function StopMailing({ row, unwritten }: { row: IncidentNotification; unwritten: number }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const stop = trpc.incidentNotification.stop.useMutation();
  const dialog = useDialog();
  const [reason, setReason] = useState('');
  const id = useId();
  const many = { count: unwritten, number: number(unwritten) };
  return (
    <Box>
      <Button size="sm" look="quiet" icon={<CircleStop aria-hidden />} onClick={dialog.show}>
        {t('delivery.stop.open', many)}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={t('delivery.stop.title', many)}
        confirmLabel={t('delivery.stop.confirm')}
        body={
          <Stack gap="4">
            <Text>{t('delivery.stop.body')}</Text>
            <chakra.div display="grid" gap="1.5">
              <chakra.label htmlFor={id} fontWeight="semibold">
                {t('delivery.stop.reason')}
              </chakra.label>
              <TextAreaInput
                id={id}
                aria-required
                rows={3}
                maxLength={2000}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </chakra.div>
          </Stack>
        }
        onConfirm={async () => {
          if (reason.trim() === '') throw new Error(t('delivery.stop.reasonRequired'));
          await stop.mutateAsync({ ws, id: row.incidentId, nid: row.id, reason: reason.trim() });
          void cache.incidentNotification.invalidate();
          void cache.incident.invalidate();
          toast.success(t('delivery.stop.done'));
        }}
      />
    </Box>
  );
}
