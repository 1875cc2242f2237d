import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ApprovalLine, updateApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog, toast } from '../../../ui/index.ts';
import { forgetDraft } from '../../../ui/form/draft.ts';
import { Form, FormActions, TextArea, useFormContext } from '../../../ui/form/index.ts';
import { NewerRecord } from '../../../records/NewerRecord.tsx';
import { Editors, useEditing } from '../../../records/useEditing.tsx';
import { useStaleEdit } from '../../../records/useStaleEdit.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';

const schema = updateApprovalLine.omit({ ws: true, id: true, rowVersion: true });
type Values = z.output<typeof schema>;

/** The approvers of the round going on: others, or another order. Who has approved stays where they are. */
export default function ReorderDialog({ line: newest, onClose }: { line: ApprovalLine; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { t: ofRecord } = useTranslation('recordScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  // What was opened names the steps; what the form holds follows a newer line field by field.
  const [line] = useState(newest);
  const known = [
    ...new Map([...stepsOf(line), ...stepsOf(newest)].map(({ approver }) => [approver.id, approver])).values(),
  ];
  const { all } = usePeople(known);
  const draftKey = `${ws}.approvalLine.${line.id}.edit`;
  const update = trpc.approvalLine.update.useMutation();
  const saved = () => {
    forgetDraft(draftKey);
    void cache.approvalLine.invalidate();
    toast.success(t('manage.saved'));
    onClose();
  };
  const stale = useStaleEdit<ApprovalLine, Values>({
    record: line,
    valuesOf,
    draftKey,
    fields: (theirs) => {
      const names = new Map(stepsOf(theirs).map(({ approver }) => [approver.id, approver.name]));
      return [
        // Who signs after whom is one decision: two orders are not mixed.
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
    save: (values, rowVersion) => update.mutateAsync({ ws, id: line.id, rowVersion, ...values }),
    saved,
    takeTheirs: () => {
      forgetDraft(draftKey);
      void cache.approvalLine.invalidate();
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={t('manage.reorderTitle')} description={t('manage.reorderLead')}>
      <Form
        schema={schema}
        label={t('manage.reorderTitle')}
        defaultValues={valuesOf(line)}
        draftKey={draftKey}
        onSubmit={async (values) => {
          await stale.save(values);
          saved();
        }}
      >
        <Presence id={line.id} />
        <NewerRecord
          edit={stale.edit}
          over={!newest.allowed.includes('edit') && ofRecord('over.line')}
          newest={newest}
        />
        <ApproversField
          name="approverIds"
          label={t('create.approvers')}
          required
          known={known}
          fixed={stepsOf(newest).filter(({ status }) => status === 'APPROVED').length}
        />
        <TextArea name="description" label={t('create.description')} limit={2000} rows={3} />
        <FormActions />
      </Form>
      {stale.dialog}
    </Dialog>
  );
}

/** Tells the others that this line is being changed, and who else is at it. */
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
