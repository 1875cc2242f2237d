import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ApprovalLine, updateApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog } from '../../../ui/index.ts';
import { FormActions, TextArea, useFormContext } from '../../../ui/form/index.ts';
import { RecordForm, useRecordForm } from '../../../records/RecordForm.tsx';
import { Editors, useEditing } from '../../../records/useEditing.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';

const schema = updateApprovalLine.omit({ ws: true, id: true, rowVersion: true });
type Values = z.output<typeof schema>;

/** The approvers of the current round: other ones, or another order. Those who have approved keep their places. */
export default function ReorderDialog({ line, onClose }: { line: ApprovalLine; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { t: ofRecord } = useTranslation('recordScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  // The opened line names the steps; the form's values follow a newer line field by field.
  const [opened] = useState(line);
  const known = [
    ...new Map([...stepsOf(opened), ...stepsOf(line)].map(({ approver }) => [approver.id, approver])).values(),
  ];
  const { all } = usePeople(known);
  const update = trpc.approvalLine.update.useMutation();
  const form = useRecordForm<ApprovalLine, Values>({
    record: line,
    draftKey: `${ws}.approvalLine.${line.id}.edit`,
    valuesOf,
    fields: (theirs) => {
      const names = new Map(stepsOf(theirs).map(({ approver }) => [approver.id, approver.name]));
      return [
        // The order of approvers is one decision: two orders are not mixed.
        {
          key: 'approverIds',
          label: t('manage.stale'),
          text: ({ approverIds }) =>
            numbered(approverIds.map((id) => names.get(id) ?? all.get(id)?.name ?? t('person.unknown'))),
        },
        { key: 'description', label: t('create.description'), text: ({ description }) => description, long: true },
      ];
    },
    editable: (theirs) => theirs.allowed.includes('edit'),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: line.id, rowVersion, ...values }),
    cache: () => cache.approvalLine.invalidate(),
    onSaved: onClose,
    messages: { saved: t('manage.saved') },
  });
  return (
    <Dialog open onClose={onClose} title={t('manage.reorderTitle')} description={t('manage.reorderLead')}>
      <RecordForm
        form={form}
        schema={schema as never}
        label={t('manage.reorderTitle')}
        over={!line.allowed.includes('edit') && ofRecord('over.line')}
        notice={<Presence id={line.id} />}
      >
        <ApproversField
          name="approverIds"
          label={t('create.approvers')}
          required
          known={known}
          fixed={stepsOf(line).filter(({ status }) => status === 'APPROVED').length}
        />
        <TextArea name="description" label={t('create.description')} limit={2000} rows={3} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** Shows and announces that this line is being edited. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'approvalLine', id, dirty: useFormContext().formState.isDirty });
  return <Editors entity="approvalLine" id={id} />;
}

const stepsOf = (line: ApprovalLine) => line.history.filter(({ round }) => round === line.round);
const numbered = (names: readonly string[]) => names.map((name, index) => `${index + 1}. ${name}`).join('\n');
const valuesOf = (line: ApprovalLine): Values => ({
  approverIds: stepsOf(line).map(({ approver }) => approver.id),
  description: line.description,
});
