import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestItem } from '../../../shared/request/schema.ts';
import { id } from '../../../shared/text.ts';
import { RefusedRows, SelectionBar, useOneByOne } from '../../records/bulk.tsx';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, Dialog, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { Form, FormActions } from '../../ui/form/index.ts';
import { AssigneeField } from './AssigneeField.tsx';

const schema = z.object({ assigneeId: id });

interface BulkAssignProps {
  /** The selected requests. */
  requests: readonly RequestItem[];
  /** Called with the requests that could not be assigned; they stay selected. */
  onDone: (failed: readonly string[]) => void;
}

/** Displayed above the list while rows are selected: assigns all of them, and lists failures. */
export function BulkAssign({ requests, onDone }: BulkAssignProps) {
  const { t } = useTranslation('requestScreen');
  const { number } = useFormat();
  // The selection at the time of opening: processed requests are deselected.
  const [opened, setOpened] = useState<readonly RequestItem[] | null>(null);
  return (
    <>
      <SelectionBar
        chosen={
          requests.length > 0
            ? t('bulk.chosen', { count: requests.length, number: number(requests.length) })
            : undefined
        }
        move={{ label: t('bulk.assign'), icon: <UserRoundPen aria-hidden />, onClick: () => setOpened(requests) }}
        clear={{ label: t('bulk.clear'), onClick: () => onDone([]) }}
      />
      {opened && <AssignDialog requests={opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Why a request could not be assigned: usually because none of its rights can be. */
const reasonOf = (error: unknown, t: ReturnType<typeof useTranslation<'requestScreen'>>['t']): string =>
  bodyOf(error)?.code === 'illegalMove' ? t('bulk.notOpen') : messageOf(error);

function useAssignAll({ requests, onDone }: BulkAssignProps) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const assign = trpc.request.changeStatus.useMutation();
  return useOneByOne({
    rows: requests,
    move: ({ id: requestId, rowVersion }, assigneeId: string) =>
      assign.mutateAsync({ ws, id: requestId, rowVersion, action: 'ASSIGN', assigneeId }),
    reasonOf: (error) => reasonOf(error, t),
    onDone: (failed) => {
      void cache.request.invalidate();
      onDone(failed);
    },
  });
}

function AssignDialog({ onClose, ...props }: BulkAssignProps & { onClose: () => void }) {
  const { requests } = props;
  const { t } = useTranslation('requestScreen');
  const { number } = useFormat();
  const { outcomes, failures, isOver, run } = useAssignAll(props);
  return (
    <Dialog open onClose={onClose} title={t('bulk.assign')} description={t('bulk.lead')} width={520}>
      <Stack gap="4">
        {outcomes.length > 0 && (
          <div>
            <chakra.progress
              value={outcomes.length}
              max={requests.length}
              width="full"
              css={{ accentColor: '{colors.accent}' }}
              aria-label={t('bulk.assign')}
            />
            <Text textStyle="dense" role="status">
              {t('bulk.progress', {
                done: number(outcomes.length - failures.length),
                total: number(requests.length),
                failed: number(failures.length),
              })}
            </Text>
          </div>
        )}
        {isOver && <RefusedRows title={t('bulk.partly')} failures={failures} nameOf={requestReference} />}
        {isOver ? (
          <Flex justify="flex-end">
            <Button look="main" onClick={onClose}>
              {t('bulk.close')}
            </Button>
          </Flex>
        ) : (
          <Form
            schema={schema}
            label={t('bulk.assign')}
            defaultValues={{ assigneeId: '' }}
            onSubmit={({ assigneeId }) => run(assigneeId)}
          >
            <AssigneeField />
            <FormActions submitLabel={t('bulk.assign')} />
          </Form>
        )}
      </Stack>
    </Dialog>
  );
}
