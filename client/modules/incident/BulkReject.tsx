import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { IncidentItem } from '../../../shared/incident/schema.ts';
import { requiredText } from '../../../shared/text.ts';
import { RefusedRows, SelectionBar, useOneByOne } from '../../records/bulk.tsx';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Dialog, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../ui/form/index.ts';

const schema = z.object({ reason: requiredText(2000) });

interface BulkRejectProps {
  /** The selected incidents. */
  incidents: readonly IncidentItem[];
  /** Called with the incidents that could not be rejected; they stay selected. */
  onDone: (failed: readonly string[]) => void;
}

/** Displayed above the list while rows are selected: rejects all of them with one reason, and lists failures. */
export function BulkReject({ incidents, onDone }: BulkRejectProps) {
  const { t } = useTranslation('incident');
  const { number } = useFormat();
  // The selection at the time of opening: rejected incidents are deselected.
  const [opened, setOpened] = useState<readonly IncidentItem[] | null>(null);
  return (
    <>
      <SelectionBar
        chosen={
          incidents.length > 0
            ? t('bulk.chosen', { count: incidents.length, number: number(incidents.length) })
            : undefined
        }
        move={{ label: t('bulk.reject'), icon: <Ban aria-hidden />, onClick: () => setOpened(incidents) }}
        clear={{ label: t('bulk.clear'), onClick: () => onDone([]) }}
      />
      {opened && <RejectDialog incidents={opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}

function useRejectAll({ incidents, onDone }: BulkRejectProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const reject = trpc.incident.reject.useMutation();
  return useOneByOne({
    rows: incidents,
    move: ({ id, rowVersion }, reason: string) => reject.mutateAsync({ ws, id, rowVersion, reason }),
    reasonOf: (error) => (bodyOf(error)?.code === 'illegalMove' ? t('bulk.notOpen') : messageOf(error)),
    onDone: (failed) => {
      void cache.incident.invalidate();
      onDone(failed);
    },
  });
}

function RejectDialog({ onClose, ...props }: BulkRejectProps & { onClose: () => void }) {
  const { incidents } = props;
  const { t } = useTranslation('incident');
  const { number } = useFormat();
  const { failures, isOver, run } = useRejectAll(props);
  return (
    <Dialog open onClose={onClose} title={t('bulk.reject')} description={t('bulk.lead')} width={520}>
      {isOver ? (
        <Stack gap="4">
          <Text role="status">
            {t('bulk.done', { done: number(incidents.length - failures.length), total: number(incidents.length) })}
          </Text>
          <RefusedRows title={t('bulk.partly')} failures={failures} nameOf={(no) => t('number', { number: no })} />
          <Flex justify="flex-end">
            <Button look="main" onClick={onClose}>
              {t('bulk.close')}
            </Button>
          </Flex>
        </Stack>
      ) : (
        <Form
          schema={schema}
          label={t('bulk.reject')}
          defaultValues={{ reason: '' }}
          onSubmit={({ reason }) => run(reason)}
        >
          <TextArea name="reason" label={t('dialog.reason')} limit={2000} required />
          <FormActions submitLabel={t('bulk.reject')} destructive />
        </Form>
      )}
    </Dialog>
  );
}
