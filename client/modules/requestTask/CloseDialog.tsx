import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { requiredText } from '../../../shared/text.ts';
import { Dialog } from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { GroundField } from '../request/GroundField.tsx';
import type { TaskMoves } from './useTaskMoves.ts';

const reasoned = z.object({ reason: requiredText(2000) });
const refused = reasoned.extend({ groundCode: z.string().min(1, { error: 'errors:required' }) });

interface CloseDialogProps {
  task: RequestTask;
  move: 'refuse' | 'skip' | 'reopen';
  moves: TaskMoves;
  onClose: () => void;
}

/** Asks why a task is refused, not needed or reopened. */
export default function CloseDialog({ task, move, moves, onClose }: CloseDialogProps) {
  const { t } = useTranslation('requestTask');
  const title = t(`close.${move}Title`);
  return (
    <Dialog open onClose={onClose} title={title} description={t(`close.${move}Body`)}>
      <Form
        schema={move === 'refuse' ? refused : (reasoned as never)}
        label={title}
        defaultValues={{ reason: '', groundCode: '' }}
        onSubmit={async ({ reason, groundCode }) => {
          if (move === 'refuse') await moves.refuse({ groundCode, reason });
          else await moves[move](reason);
          onClose();
        }}
      >
        {move === 'refuse' && <GroundField rights={[task.right]} />}
        <TextArea name="reason" label={t('field.reason')} limit={2000} required />
        <FormActions submitLabel={t(`action.${move}`)} destructive={move === 'refuse'} />
      </Form>
    </Dialog>
  );
}
