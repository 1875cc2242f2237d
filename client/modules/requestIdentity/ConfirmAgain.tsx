import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Request, requiredReason } from '../../../shared/request/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Stack, toast } from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { useShowRequest } from '../request/useRequestMoves.ts';

const schema = z.object({ reason: requiredReason });

/**
 * States that the request was corrected after the identity was confirmed, and has staff confirm it with a reason.
 */
export function ConfirmAgain({ request }: { request: Request }) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const show = useShowRequest();
  const [open, setOpen] = useState(false);
  const move = trpc.request.changeStatus.useMutation();
  return (
    <Stack gap="3" alignItems="start">
      <Banner tone="warn">{t('confirmation.againNeeded')}</Banner>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('confirmation.byStaff')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('confirmation.byStaff')}
          description={t('confirmation.byStaffMeans')}
        >
          <Form
            schema={schema}
            label={t('confirmation.byStaff')}
            defaultValues={{ reason: '' }}
            onSubmit={async ({ reason }) => {
              const { id, rowVersion } = request;
              show(await move.mutateAsync({ ws, id, rowVersion, action: 'VERIFY', reason }));
              void cache.requestIdentity.view.invalidate();
              toast.success(t('confirmation.byStaffDone'));
              setOpen(false);
            }}
          >
            <TextArea name="reason" label={t('confirmation.byStaffReason')} limit={2000} required />
            <FormActions submitLabel={t('confirmation.byStaff')} />
          </Form>
        </Dialog>
      )}
    </Stack>
  );
}
