import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { IncidentItem } from '../../../shared/incident/schema.ts';
import { requiredText } from '../../../shared/text.ts';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, chakra, Dialog, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
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
      <Flex align="center" wrap="wrap" gap="3" mb={incidents.length > 0 ? '3' : '0'}>
        <span role="status">
          {incidents.length > 0 && t('bulk.chosen', { count: incidents.length, number: number(incidents.length) })}
        </span>
        {incidents.length > 0 && (
          <>
            <Button size="sm" icon={<Ban aria-hidden />} onClick={() => setOpened(incidents)}>
              {t('bulk.reject')}
            </Button>
            <Button size="sm" look="quiet" onClick={() => onDone([])}>
              {t('bulk.clear')}
            </Button>
          </>
        )}
      </Flex>
      {opened && <RejectDialog incidents={opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Rejects incidents one after the other; each succeeds or fails independently. */
function useRejectAll({ incidents, onDone }: BulkRejectProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const reject = trpc.incident.reject.useMutation();
  const [failures, setFailures] = useState<readonly { number: number; failure: string }[] | null>(null);
  const run = async (reason: string) => {
    const refused: { id: string; number: number; failure: string }[] = [];
    for (const { id, number, rowVersion } of incidents) {
      try {
        await reject.mutateAsync({ ws, id, rowVersion, reason });
      } catch (error) {
        const failure = bodyOf(error)?.code === 'illegalMove' ? t('bulk.notOpen') : messageOf(error);
        refused.push({ id, number, failure });
      }
    }
    void cache.incident.invalidate();
    setFailures(refused);
    onDone(refused.map(({ id }) => id));
  };
  return { failures, run };
}

function RejectDialog({ onClose, ...props }: BulkRejectProps & { onClose: () => void }) {
  const { incidents } = props;
  const { t } = useTranslation('incident');
  const { number } = useFormat();
  const { failures, run } = useRejectAll(props);
  return (
    <Dialog open onClose={onClose} title={t('bulk.reject')} description={t('bulk.lead')} width={520}>
      {failures ? (
        <Stack gap="4">
          <Text role="status">
            {t('bulk.done', { done: number(incidents.length - failures.length), total: number(incidents.length) })}
          </Text>
          {failures.length > 0 && (
            <Banner tone="warn" role="alert" title={t('bulk.partly')}>
              <chakra.ul listStyle="none">
                {failures.map(({ number: no, failure }) => (
                  <li key={no}>
                    {t('number', { number: no })}: {failure}
                  </li>
                ))}
              </chakra.ul>
            </Banner>
          )}
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
