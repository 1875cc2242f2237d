import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createAbsence } from '../../../../shared/approvalLine/absence.ts';
import { id } from '../../../../shared/text.ts';
import { startOf } from '../../../../shared/bangkok.ts';
import { today, endOfDay } from '../../../format.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog, toast } from '../../../ui/index.ts';
import { DateTimeField, Form, FormActions, TextArea, useWatch } from '../../../ui/form/index.ts';
import { PersonField } from '../people/PersonPicker.tsx';
import { usePeople } from '../people/usePeople.ts';

/** Appoints a delegate for an absence: of the reader themselves, or with `forOthers` of anybody. */
export default function AbsenceDialog({ forOthers = false, onClose }: { forOthers?: boolean; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { ws, personnel: me } = useSession();
  const cache = trpc.useUtils();
  const { all } = usePeople();
  const create = trpc.approvalLine.absences.create.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('absence.dialogTitle')} description={t('absence.dialogLead')}>
      <Form
        schema={schema}
        label={t('absence.dialogTitle')}
        draftKey={`${ws}.absence.${forOthers ? 'others' : 'own'}`}
        defaultValues={{
          personnelId: me.id,
          delegateId: '',
          fromAt: startOf(today()),
          untilAt: endOfDay(today()),
          note: '',
        }}
        onSubmit={async ({ personnelId, ...values }) => {
          await create.mutateAsync({ ws, ...values, ...(personnelId !== me.id && { personnelId }) });
          void cache.approvalLine.invalidate();
          toast.success(t('absence.saved', { name: all.get(values.delegateId)?.name ?? '' }));
          onClose();
        }}
      >
        {forOthers && <PersonField name="personnelId" label={t('absence.person')} required />}
        <StandIn />
        <DateTimeField name="fromAt" label={t('absence.from')} required />
        <DateTimeField name="untilAt" label={t('absence.until')} required min={today()} />
        <TextArea name="note" label={t('absence.note')} limit={500} rows={2} />
        <FormActions submitLabel={t('absence.save')} />
      </Form>
    </Dialog>
  );
}

// The workspace is the page's own; the absent person is always shown here.
const schema = z
  .object({
    personnelId: id,
    delegateId: id,
    fromAt: createAbsence.shape.fromAt,
    untilAt: createAbsence.shape.untilAt,
    note: createAbsence.shape.note,
  })
  .refine(({ fromAt, untilAt }) => Date.parse(fromAt) < Date.parse(untilAt), {
    error: 'approvalLine:endsBeforeBegins',
    path: ['untilAt'],
  });

function StandIn() {
  const { t } = useTranslation('approvalLine');
  const personnelId = useWatch({ name: 'personnelId' }) as string;
  return <PersonField name="delegateId" label={t('absence.delegate')} required without={[personnelId]} />;
}
