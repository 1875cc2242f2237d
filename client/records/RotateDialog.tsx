import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { OVERLAPS, overlap } from '../../shared/overlap.ts';
import { useSession } from '../shell/session.tsx';
import { Form, FormActions, SelectField } from '../ui/form/index.ts';
import { Dialog } from '../ui/index.ts';
import { useNewest } from './useNewest.ts';

const schema = z.object({ overlap });

interface Rotated {
  id: string;
  rowVersion: number;
}

interface RotateDialogProps<Item extends Rotated, Issued> {
  /** Part of the key of its draft. */
  kind: string;
  record: Item;
  title: string;
  body: string;
  /** Label of the choice how long the previous one still works. */
  label: string;
  submitLabel: string;
  rotate: (input: Rotated & { ws: string; overlap: z.infer<typeof overlap> }) => Promise<Issued>;
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

/** Replaces a secret of a record, and asks how long the previous one still works. */
export function RotateDialog<Item extends Rotated, Issued>(props: RotateDialogProps<Item, Issued>) {
  const { kind, record, title, body, label, submitLabel, rotate, onClose, onIssued } = props;
  const { t } = useTranslation('embedScreen');
  const { ws } = useSession();
  const [{ id, rowVersion }, over] = useNewest(record);
  return (
    <Dialog open onClose={onClose} title={title} description={body}>
      <Form
        schema={schema}
        label={title}
        draftKey={`${ws}.${kind}.${id}.rotate`}
        defaultValues={{ overlap: '24' }}
        onSubmit={async (values) => onIssued(await over(rotate({ ws, id, rowVersion, ...values })))}
      >
        <SelectField
          name="overlap"
          label={label}
          required
          options={OVERLAPS.map((value) => ({ value, label: t(`overlap.${value}`) }))}
        />
        <FormActions submitLabel={submitLabel} />
      </Form>
    </Dialog>
  );
}
