import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataRight, DataRightList } from '../../../shared/dataRight/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { OrderableList } from '../../ui/form/index.ts';
import {
  Box,
  Button,
  ConfirmDialog,
  chakra,
  Flex,
  IconButton,
  PageHeader,
  Tag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const DataRightDialog = lazyScreen(() => import('./DataRightDialog.tsx'));

/** The rights that request forms can offer: those of the act, and up to 20 of the workspace. */
export default function DataRightsPage() {
  const { ws } = useSession();
  const query = trpc.dataRight.list.useQuery({ ws, pageSize: 100, sortBy: 'position', sortDirection: 'ASC' });
  return <LoadedRecord query={query}>{(rights) => <Rights rights={rights} />}</LoadedRecord>;
}

function Rights({ rights: { collection, custom } }: { rights: DataRightList }) {
  const { t } = useTranslation('dataRight');
  const { text } = useFormat();
  const mayWrite = useCan('requestForm.write');
  const [editing, setEditing] = useState<DataRight | 'new' | null>(null);
  const [removing, setRemoving] = useState<DataRight | null>(null);
  const { order, move } = useOrder(collection);
  const isFull = custom.used >= custom.limit;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('toForms'), href: pageAddress('requestForms') }]}
        action={
          mayWrite && (
            <Button look="main" icon={<Plus aria-hidden />} disabled={isFull} onClick={() => setEditing('new')}>
              {t('add')}
            </Button>
          )
        }
      />
      <Text textStyle="dense" color="muted" mb="3">
        {isFull ? t('full', { limit: custom.limit }) : t('used', custom)}
      </Text>
      <Box maxWidth="60rem">
        <OrderableList
          label={t('list')}
          items={order}
          itemKey={({ id }) => id}
          itemName={({ name }) => text(name)}
          removable={false}
          disabled={!mayWrite}
          onChange={move}
        >
          {(right) => (
            <RightRow
              right={right}
              {...(mayWrite && { onEdit: () => setEditing(right) })}
              {...(mayWrite && !right.builtIn && { onRemove: () => setRemoving(right) })}
            />
          )}
        </OrderableList>
      </Box>
      {editing && (
        <Suspense fallback={null}>
          <DataRightDialog {...(editing !== 'new' && { record: editing })} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      <RemoveRight right={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/**
 * The order including unsaved changes; the server's order once everything is saved. Changes are saved one after
 * another.
 */
function useOrder(rights: DataRight[]) {
  const { t } = useTranslation('dataRight');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const call = trpc.dataRight.move.useMutation();
  const [wanted, setWanted] = useState<DataRight[] | null>(null);
  const saving = useRef({ last: Promise.resolve(), count: 0 });
  const save = async (id: string, before: string | null) => {
    try {
      await call.mutateAsync({ ws, id, before });
    } catch (error) {
      toast.error(messageOf(error, t('moveFailed')));
    }
    saving.current.count -= 1;
    if (saving.current.count > 0) return;
    await cache.dataRight.list.invalidate();
    if (saving.current.count === 0) setWanted(null);
  };
  const move = (next: DataRight[]) => {
    const moved = movedIn(wanted ?? rights, next);
    if (!moved) return;
    setWanted(next);
    saving.current.count += 1;
    const before = next[next.indexOf(moved) + 1]?.id ?? null;
    saving.current.last = saving.current.last.then(() => save(moved.id, before));
  };
  return { order: wanted ?? rights, move };
}

/** The one item whose removal leaves the other items of both lists in the same order. */
function movedIn(before: readonly DataRight[], after: readonly DataRight[]): DataRight | undefined {
  const at = before.findIndex((right, place) => right.id !== after[place]?.id);
  if (at < 0) return undefined;
  const [old, current] = [before[at]!, after[at]!];
  // If it was moved down, the next item now has its place; if it was moved up, it is now before the item that had the
  // place.
  const isDown = before[at + 1]?.id === current.id;
  return after.find(({ id }) => id === (isDown ? old.id : current.id));
}

interface RightRowProps {
  right: DataRight;
  onEdit?: () => void;
  onRemove?: () => void;
}

function RightRow({ right: { name, description, section, days, active, formCount }, onEdit, onRemove }: RightRowProps) {
  const { t } = useTranslation('dataRight');
  const { text, number } = useFormat();
  return (
    <Flex gap="3" align="flex-start" wrap={{ base: 'wrap', md: 'nowrap' }}>
      <Box flex="1" minWidth="min(100%, 14rem)">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {text(name)}
        </Text>
        <Text textStyle="dense" color="muted" lineClamp={2}>
          {text(description)}
        </Text>
        <Flex wrap="wrap" gap="2" mt="1.5" align="center" textStyle="dense">
          <Tag>{section === null ? t('own') : t('section', { number: section })}</Tag>
          <Tag tone={active ? 'ok' : 'neutral'}>{t(active ? 'offered' : 'notOffered')}</Tag>
          <chakra.span whiteSpace="nowrap">{t('answerIn', { count: days, number: number(days) })}</chakra.span>
          <chakra.span color="muted" whiteSpace="nowrap">
            {formCount > 0 ? t('forms', { count: formCount, number: number(formCount) }) : t('formsNone')}
          </chakra.span>
        </Flex>
      </Box>
      <Flex gap="0.5">
        {onEdit && (
          <IconButton
            size="sm"
            label={t('editOf', { name: text(name) })}
            icon={<Pencil aria-hidden />}
            onClick={onEdit}
          />
        )}
        {onRemove && (
          <IconButton
            size="sm"
            label={t('removeOf', { name: text(name) })}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        )}
      </Flex>
    </Flex>
  );
}

function RemoveRight({ right, onClose }: { right: DataRight | null; onClose: () => void }) {
  const { t } = useTranslation(['dataRight', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const remove = trpc.dataRight.remove.useMutation();
  const cache = trpc.useUtils();
  const name = right ? text(right.name) : '';
  return (
    <ConfirmDialog
      open={right !== null}
      onClose={onClose}
      destructive
      title={t('removeTitle', { name })}
      body={t('removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!right) return;
        await remove.mutateAsync({ ws, id: right.id });
        void cache.dataRight.invalidate();
        toast.success(t('removed', { name }));
      }}
    />
  );
}
