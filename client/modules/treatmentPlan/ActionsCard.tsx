import { EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordedAction, TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { fileUrl } from '../../../shared/fileUrl.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Flex,
  IconButton,
  Menu,
  Tag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import type { PlanMoves } from './usePlanMoves.ts';
import { formatBytes } from '../../formatBytes.ts';

const ActionDialog = lazyScreen(() => import('./ActionDialog.tsx'));

/** The actions taken against the risk, in chronological order. */
export function ActionsCard({ plan, moves }: { plan: TreatmentPlan; moves: PlanMoves }) {
  const { t } = useTranslation(['treatmentPlanScreen', 'ui']);
  const [edited, setEdited] = useState<RecordedAction | 'new' | null>(null);
  const [removed, setRemoved] = useState<RecordedAction | null>(null);
  const may = plan.allowed.includes('act');
  return (
    <Card
      title={
        <>
          {t('actions.title')} <Tag>{plan.actions.length}</Tag>
        </>
      }
      actions={
        may && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
            {t('actions.add')}
          </Button>
        )
      }
    >
      {plan.actions.length === 0 ? (
        <Text color="muted">
          {t(may ? 'actions.none' : plan.allowed.includes('start') ? 'actions.startFirst' : 'actions.noneYet')}
        </Text>
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="4">
          {plan.actions.map((action) => (
            <Action key={action.id} action={action} may={may} onEdit={setEdited} onRemove={setRemoved} />
          ))}
        </chakra.ol>
      )}
      <Suspense fallback={null}>
        {edited && (
          <ActionDialog
            plan={plan}
            action={edited === 'new' ? null : edited}
            moves={moves}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('actions.removeTitle')}
        body={<Text whiteSpace="pre-wrap">{removed?.detail}</Text>}
        confirmLabel={t('ui:remove')}
        destructive
        onConfirm={async () => removed && moves.removeAction(removed)}
      />
    </Card>
  );
}

interface ActionProps {
  action: RecordedAction;
  may: boolean;
  onEdit: (action: RecordedAction) => void;
  onRemove: (action: RecordedAction) => void;
}

function Action({ action, may, onEdit, onRemove }: ActionProps) {
  const { t } = useTranslation(['treatmentPlanScreen', 'ui']);
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const { happenedAt, detail, file, createdBy } = action;
  const name = t('actions.menuOf', { time: dateTime(happenedAt) });
  return (
    <Flex as="li" gap="3" alignItems="flex-start">
      <Box flex="1" minWidth="0">
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          {detail}
        </Text>
        <Text textStyle="dense" color="muted">
          {dateTime(happenedAt)}
          {createdBy && ` · ${t('actions.by', { name: createdBy.name })}`}
        </Text>
        {file && (
          <Text textStyle="dense">
            <chakra.a href={fileUrl(ws, file.id)} download color="accent.text" textDecoration="underline">
              {file.name}
            </chakra.a>{' '}
            ({formatBytes(file.size)})
          </Text>
        )}
      </Box>
      {may && (
        <Menu
          label={name}
          items={[
            { key: 'edit', label: t('actions.edit'), icon: <Pencil aria-hidden />, onSelect: () => onEdit(action) },
            {
              key: 'remove',
              label: t('ui:remove'),
              icon: <Trash2 aria-hidden />,
              danger: true,
              separated: true,
              onSelect: () => onRemove(action),
            },
          ]}
          trigger={(trigger) => (
            <IconButton size="sm" label={name} icon={<EllipsisVertical aria-hidden />} {...trigger} />
          )}
        />
      )}
    </Flex>
  );
}
