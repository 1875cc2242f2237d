import { useTranslation } from 'react-i18next';
import type { TaskItem } from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { chakra, Flex, Link, Stack, Tag, Text } from '../../ui/index.ts';
import { CheckboxInput, CheckboxTarget } from '../../ui/form/index.ts';
import { taskHref } from './address.ts';
import { TaskStatusTag, useTaskName } from './words.tsx';

interface TaskGroupsProps {
  tasks: readonly TaskItem[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Tasks by application: applications with work for the user first, and in each the user's tasks, then open ones. */
export function TaskGroups({ tasks, chosen, onChoose }: TaskGroupsProps) {
  const { t } = useTranslation('requestTask');
  const isPressing = (task: TaskItem) => task.mine && isTaskOpen(task.status);
  const rank = (task: TaskItem) => (isPressing(task) ? 0 : isTaskOpen(task.status) ? 1 : 2);
  const groups = [...Map.groupBy(tasks, ({ application }) => application?.id ?? application?.name ?? '').values()].sort(
    (a, b) => Math.min(...a.map(rank)) - Math.min(...b.map(rank)),
  );
  const toggle = (ids: readonly string[], on: boolean) =>
    onChoose(on ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)));
  return (
    <Stack gap="3">
      {groups.map((group) => {
        const name = group[0]!.application?.name ?? t('panel.noApplication');
        const assignable = group.filter(({ allowed }) => allowed.includes('assign')).map(({ id }) => id);
        return (
          <chakra.fieldset key={group[0]!.id} borderWidth="1px" borderColor="line" borderRadius="control" minWidth="0">
            <Flex gap="2" alignItems="center" px="3" py="2" bg="subtle">
              {assignable.length > 1 && (
                <CheckboxTarget>
                  <CheckboxInput
                    type="checkbox"
                    aria-label={t('panel.chooseAll', { name })}
                    checked={assignable.every((id) => chosen.includes(id))}
                    onChange={(event) => toggle(assignable, event.target.checked)}
                  />
                </CheckboxTarget>
              )}
              <chakra.legend textStyle="dense" fontWeight="semibold" overflowWrap="anywhere" float="left" p="0">
                {name}
              </chakra.legend>
            </Flex>
            <chakra.ul listStyle="none">
              {group
                .toSorted((a, b) => rank(a) - rank(b))
                .map((task) => (
                  <TaskLine
                    key={task.id}
                    task={task}
                    chosen={chosen.includes(task.id)}
                    onChoose={(on) => toggle([task.id], on)}
                  />
                ))}
            </chakra.ul>
          </chakra.fieldset>
        );
      })}
    </Stack>
  );
}

function TaskLine({ task, chosen, onChoose }: { task: TaskItem; chosen: boolean; onChoose: (on: boolean) => void }) {
  const { t } = useTranslation('requestTask');
  const name = useTaskName()(task);
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="3"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
    >
      {task.allowed.includes('assign') && (
        <CheckboxTarget>
          <CheckboxInput
            type="checkbox"
            aria-label={t('panel.choose', { name })}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </CheckboxTarget>
      )}
      <chakra.span flex="1 1 10rem" minWidth="0" overflowWrap="anywhere">
        <Link href={taskHref(task.id)}>{name}</Link>
      </chakra.span>
      {task.mine && <Tag tone="live">{t('panel.mine')}</Tag>}
      <Text as="span" textStyle="dense" color="muted">
        {task.mine ? '' : (task.assignee?.name ?? t('panel.nobody'))}
      </Text>
      <TaskStatusTag status={task.status} />
    </chakra.li>
  );
}
