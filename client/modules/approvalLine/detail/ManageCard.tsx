import { BellRing, Ban, ListOrdered, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { messageOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Button, Card, ConfirmDialog, toast, useDialog } from '../../../ui/index.ts';
import { lazyScreen } from '../../../ui/lazyScreen.tsx';

const ReorderDialog = lazyScreen(() => import('./ReorderDialog.tsx'));
const ResubmitDialog = lazyScreen(() => import('./ResubmitDialog.tsx'));

/** The requester's actions on the line: change approvers, remind, cancel, submit again. */
export function ManageCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const [open, setOpen] = useState<'reorder' | 'resubmit' | null>(null);
  const cancelling = useDialog();
  const remind = trpc.approvalLine.remind.useMutation({ onSettled: () => cache.approvalLine.invalidate() });
  const cancel = trpc.approvalLine.cancel.useMutation({ onSettled: () => cache.approvalLine.invalidate() });
  const can = (what: string) => line.allowed.includes(what);
  const currentApprover = line.current && (line.current.delegate ?? line.current.approver);
  const mayRemind = currentApprover !== null && !line.yourTurn && can('remind');
  // A dialog with input stays open, whatever happens to the line meanwhile.
  if (open === null && !can('edit') && !can('cancel') && !can('resubmit')) return null;

  const sendReminder = async (name: string) => {
    try {
      await remind.mutateAsync({ ws, id: line.id });
      toast.success(t('manage.reminded', { name }));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Card title={t('manage.title')}>
      <Box display="grid" gap="2">
        {can('resubmit') && (
          <Button look="main" icon={<Send aria-hidden />} onClick={() => setOpen('resubmit')}>
            {t('manage.resubmit')}
          </Button>
        )}
        {mayRemind && (
          <Button
            icon={<BellRing aria-hidden />}
            loading={remind.isPending}
            whiteSpace="normal"
            onClick={() => void sendReminder(currentApprover.name)}
          >
            {t('manage.remind', { name: currentApprover.name })}
          </Button>
        )}
        {can('edit') && (
          <Button icon={<ListOrdered aria-hidden />} onClick={() => setOpen('reorder')}>
            {t('manage.reorder')}
          </Button>
        )}
        {can('cancel') && (
          <Button look="quiet" color="danger.text" icon={<Ban aria-hidden />} onClick={cancelling.show}>
            {t('manage.cancel')}
          </Button>
        )}
      </Box>
      <ConfirmDialog
        {...cancelling.props}
        destructive
        title={t('manage.cancelTitle')}
        body={t('manage.cancelBody')}
        confirmLabel={t('manage.cancel')}
        onConfirm={async () => {
          await cancel.mutateAsync({ ws, id: line.id, rowVersion: line.rowVersion });
          toast.success(t('manage.cancelled'));
        }}
      />
      <Suspense fallback={null}>
        {open === 'reorder' && <ReorderDialog line={line} onClose={() => setOpen(null)} />}
        {open === 'resubmit' && <ResubmitDialog line={line} onClose={() => setOpen(null)} />}
      </Suspense>
    </Card>
  );
}
