import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentNotification } from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, ConfirmDialog, Stack, Text, toast, useDialog, useFormat } from '../../ui/index.ts';
import { ReasonInput } from './ReasonInput.tsx';

/** Stops the mails that wait for their turn or for another day, with a reason. */
export function StopMailing({ row, waiting }: { row: IncidentNotification; waiting: number }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const stop = trpc.incidentNotification.stop.useMutation();
  const dialog = useDialog();
  const [reason, setReason] = useState('');
  const many = { count: waiting, number: number(waiting) };
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
            <ReasonInput label={t('delivery.stop.reason')} value={reason} onChange={setReason} />
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
