import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestItem } from '../../../shared/request/schema.ts';
import { id } from '../../../shared/text.ts';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, chakra, Dialog, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';

const schema = z.object({ assigneeId: id });
const MINUTE = 60_000;

interface Outcome {
  readonly number: number;
  /** Why it was refused; undefined: assigned. */
  readonly failure?: string;
}

interface BulkAssignProps {
  /** The requests that are ticked. */
  requests: readonly RequestItem[];
  /** Those that could not be assigned stay ticked. */
  onDone: (failed: readonly string[]) => void;
}

/** Over the list while rows are ticked: assigns them all, and says which could not be. */
export function BulkAssign({ requests, onDone }: BulkAssignProps) {
  const { t } = useTranslation('requestScreen');
  const { number } = useFormat();
  // Those of the moment in which it was opened: what is done leaves the ticked ones.
  const [opened, setOpened] = useState<readonly RequestItem[] | null>(null);
  return (
    <>
      <Flex role="status" align="center" wrap="wrap" gap="3" mb={requests.length > 0 ? '3' : '0'}>
        {requests.length > 0 && (
          <>
            <span>{t('bulk.chosen', { count: requests.length, number: number(requests.length) })}</span>
            <Button size="sm" icon={<UserRoundPen aria-hidden />} onClick={() => setOpened(requests)}>
              {t('bulk.assign')}
            </Button>
            <Button size="sm" look="quiet" onClick={() => onDone([])}>
              {t('bulk.clear')}
            </Button>
          </>
        )}
      </Flex>
      {opened && <AssignDialog requests={opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Why a request could not be assigned: mostly that none of its rights can be. */
const reasonOf = (error: unknown, t: ReturnType<typeof useTranslation<['requestScreen', 'errors']>>['t']): string =>
  bodyOf(error)?.code === 'illegalMove' ? t('bulk.notOpen') : (messageOf(error) ?? t('errors:internal'));

/** Assigns requests one after the other; each is done or refused for itself. */
function useAssignAll({ requests, onDone }: BulkAssignProps) {
  const { t } = useTranslation(['requestScreen', 'errors']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const assign = trpc.request.changeStatus.useMutation();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isOver, setOver] = useState(false);
  const run = async (assigneeId: string) => {
    const done: Outcome[] = [];
    const failed: string[] = [];
    for (const { id: requestId, number, rowVersion } of requests) {
      try {
        await assign.mutateAsync({ ws, id: requestId, rowVersion, action: 'ASSIGN', assigneeId });
        done.push({ number });
      } catch (error) {
        done.push({ number, failure: reasonOf(error, t) });
        failed.push(requestId);
      }
      setOutcomes([...done]);
    }
    void cache.request.invalidate();
    setOver(true);
    onDone(failed);
  };
  return { outcomes, isOver, run };
}

function AssignDialog({ onClose, ...props }: BulkAssignProps & { onClose: () => void }) {
  const { requests } = props;
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const { number } = useFormat();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'request.write' }, { staleTime: MINUTE });
  const { outcomes, isOver, run } = useAssignAll(props);
  const failures = outcomes.filter(({ failure }) => failure !== undefined);
  return (
    <Dialog open onClose={onClose} title={t('bulk.assign')} description={t('bulk.lead')} width={520}>
      <Stack gap="4">
        {outcomes.length > 0 && (
          <div role="status">
            <chakra.progress
              value={outcomes.length}
              max={requests.length}
              width="full"
              css={{ accentColor: '{colors.accent}' }}
              aria-label={t('bulk.assign')}
            />
            <Text textStyle="dense">
              {t('bulk.progress', {
                done: number(outcomes.length - failures.length),
                total: number(requests.length),
                failed: number(failures.length),
              })}
            </Text>
          </div>
        )}
        {isOver && failures.length > 0 && (
          <Banner tone="warn" role="alert" title={t('bulk.partly')}>
            <chakra.ul listStyle="none">
              {failures.map(({ number: no, failure }) => (
                <li key={no}>
                  {requestReference(no)}: {failure}
                </li>
              ))}
            </chakra.ul>
          </Banner>
        )}
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
            draftKey={`${ws}.request.bulkAssign`}
            defaultValues={{ assigneeId: '' }}
            onSubmit={({ assigneeId }) => run(assigneeId)}
          >
            <SelectField
              name="assigneeId"
              label={t('field.assignee')}
              help={t('assigneeHelp')}
              required
              options={(people.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            />
            <FormActions submitLabel={t('bulk.assign')} />
          </Form>
        )}
      </Stack>
    </Dialog>
  );
}
