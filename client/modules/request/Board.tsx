import { EllipsisVertical } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestBoard, RequestBoardInput, RequestCard } from '../../../shared/request/board.ts';
import { mostUrgent } from '../../../shared/request/clock.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { BOARD_COLUMN_LIMIT, type BoardStage, isClosed, rightStage } from '../../../shared/request/stage.ts';
import { targetsOf } from '../../../shared/status.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  chakra,
  ErrorState,
  Flex,
  GlowOnChange,
  IconButton,
  Link,
  Menu,
  SkeletonText,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { ColumnHead, useStableCards } from '../../ui/table/index.ts';
import { requestHref } from './address.ts';
import { MoveForm, MoveFrame } from './MoveDialog.tsx';
import { movesOf, type RequestMove } from './useRequestMoves.ts';
import { StageTag } from './words.tsx';

const Card = chakra('li', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderRadius: 'card',
    p: '3',
    display: 'grid',
    gap: '1.5',
    textStyle: 'dense',
    '&[draggable=true]': { cursor: 'grab' },
  },
});
const Column = chakra('section', {
  base: {
    bg: 'subtle',
    borderRadius: 'card',
    borderWidth: '2px!',
    borderColor: 'transparent!',
    p: '2',
    minWidth: '0',
    '&[data-open]': { borderColor: 'accent!' },
  },
});

interface Opened {
  move: RequestMove;
  card: RequestCard;
}

interface BoardProps {
  input: Omit<RequestBoardInput, 'ws' | 'uid'> & { uid?: string };
  /** In place of the columns while all are empty. */
  none: ReactNode;
}

/** Rights in columns by their stage: moved by drag and drop or by the menu of each card, if the move is permitted. */
export function Board({ input, none }: BoardProps) {
  const { ws } = useSession();
  const query = trpc.request.board.useQuery({ ws, ...input }, { placeholderData: (before) => before });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [dragged, setDragged] = useState<RequestCard | null>(null);
  if (!query.data)
    return query.error ? <ErrorState onRetry={() => void query.refetch()} /> : <SkeletonText lines={8} />;
  if (query.data.columns.every(({ cards }) => cards.length === 0))
    // Of other filters, `none` would be untrue.
    return query.isPlaceholderData ? <SkeletonText lines={8} /> : none;
  return (
    <>
      <Box position="relative" overflowX="auto" pb="2" tabIndex={-1}>
        <chakra.div
          display="grid"
          gap="3"
          alignItems="start"
          gridTemplateColumns={`repeat(${query.data.columns.length}, minmax(15rem, 1fr))`}
        >
          {query.data.columns.map((column) => (
            <BoardColumn
              key={column.stage}
              {...{ column, dragged }}
              queryKey={JSON.stringify(input)}
              isRefreshing={query.isPlaceholderData}
              onDrag={setDragged}
              onOpen={setOpened}
            />
          ))}
        </chakra.div>
      </Box>
      {opened && <BoardMove {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The move that takes a right to another column; the first offered if there are several. */
function moveTo(card: RequestCard, stage: BoardStage): RequestMove | undefined {
  if (columnOf(card.stage) === stage) return undefined;
  return movesOf(card).find((move) => {
    const targets = targetsOf(rightStage[card.stage][move]!);
    return targets.some((target) => columnOf(target) === stage);
  });
}

const columnOf = (stage: RequestCard['stage']): BoardStage => (isClosed(stage) ? 'CLOSED' : (stage as BoardStage));

interface BoardColumnProps {
  column: RequestBoard['columns'][number];
  /** Identifies what the board displays. */
  queryKey: string;
  isRefreshing: boolean;
  dragged: RequestCard | null;
  onDrag: (card: RequestCard | null) => void;
  onOpen: (opened: Opened) => void;
}

function BoardColumn({ column, queryKey, isRefreshing, dragged, onDrag, onOpen }: BoardColumnProps) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { number } = useFormat();
  const { stage, total } = column;
  const { cards, pending, more, show } = useStableCards(column, {
    key: queryKey,
    isRefreshing,
    limit: BOARD_COLUMN_LIMIT,
  });
  const move = dragged ? moveTo(dragged, stage) : undefined;
  const name = stage === 'CLOSED' ? t('board.closed') : t(`request:stage.${stage}`);
  return (
    <Column
      aria-label={name}
      {...(move && { 'data-open': '' })}
      onDragOver={(event: DragEvent) => {
        if (move) event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        if (move && dragged) onOpen({ move, card: dragged });
        onDrag(null);
      }}
    >
      <ColumnHead
        {...{ name, total, pending }}
        pendingText={t('board.pending', { number: number(pending) })}
        onShow={show}
      />
      <chakra.ul listStyle="none" display="grid" gap="2">
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} onDrag={onDrag} onOpen={onOpen} />
        ))}
        {cards.length === 0 && (
          <chakra.li textStyle="small" color="muted" px="1">
            {t('board.empty')}
          </chakra.li>
        )}
      </chakra.ul>
      {more > 0 && (
        <Text textStyle="small" color="muted" px="1" pt="2">
          {t('board.more', { count: more, number: number(more) })}
        </Text>
      )}
    </Column>
  );
}

function BoardCard({ card, onDrag, onOpen }: { card: RequestCard } & Pick<BoardColumnProps, 'onDrag' | 'onOpen'>) {
  const { t } = useTranslation('requestScreen');
  const { date, text } = useFormat();
  const { request } = card;
  const reference = requestReference(request.number);
  const moves = movesOf(card);
  // A card that somebody else moves while it is dragged is gone, and nothing says that the dragging has ended.
  const isDragged = useRef(false);
  const drag = (isStart: boolean) => {
    isDragged.current = isStart;
    onDrag(isStart ? card : null);
  };
  useEffect(
    () => () => {
      if (isDragged.current) onDrag(null);
    },
    [onDrag],
  );
  return (
    <Card
      draggable={moves.length > 0}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', reference);
        drag(true);
      }}
      onDragEnd={() => drag(false)}
    >
      <Flex alignItems="flex-start" gap="2">
        <Box flex="1" minWidth="0">
          <Link href={requestHref(request.id)} fontWeight="semibold" draggable={false}>
            {reference}
          </Link>
          <chakra.div overflowWrap="anywhere">{text(card.name)}</chakra.div>
        </Box>
        {moves.length > 0 && (
          <Menu
            items={moves.map((move) => ({
              key: move,
              label: t(`act.${move}`),
              danger: move === 'reject',
              onSelect: () => onOpen({ move, card }),
            }))}
            trigger={(trigger) => (
              <IconButton
                size="sm"
                look="plain"
                noTooltip
                label={t('movesOf', { right: `${reference} ${text(card.name)}` })}
                icon={<EllipsisVertical aria-hidden />}
                {...trigger}
              />
            )}
          />
        )}
      </Flex>
      {request.subjectName && <chakra.div overflowWrap="anywhere">{request.subjectName}</chakra.div>}
      {request.anonymisedAt && (
        <chakra.div color="muted">{t('anonymisedOn', { date: date(request.anonymisedAt) })}</chakra.div>
      )}
      <GlowOnChange value={card.stage}>
        {isClosed(card.stage) ? <StageTag stage={card.stage} /> : <DaysLeft clock={mostUrgent([card])!.clock} />}
      </GlowOnChange>
      <chakra.div color="muted">{card.assignee?.name ?? t('nobody')}</chakra.div>
    </Card>
  );
}

/** The dialog of a move, with the current state of the request. */
function BoardMove({ move, card, onClose }: Opened & { onClose: () => void }) {
  const { ws } = useSession();
  const [openedAt] = useState(Date.now);
  const query = trpc.request.get.useQuery({ ws, id: card.request.id }, { staleTime: 0 });
  // The form begins with the rights that permit the move: what was fetched earlier may be in another stage by now.
  const data = query.dataUpdatedAt < openedAt ? undefined : query.data;
  return (
    <MoveFrame move={move} onClose={onClose}>
      <LoadedInDialog query={{ ...query, data }}>
        {(request) => <MoveForm request={request} move={move} rightId={card.id} onClose={onClose} />}
      </LoadedInDialog>
    </MoveFrame>
  );
}
