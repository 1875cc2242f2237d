import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, Link2, Minus, Plus, ReceiptText, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPassing } from '../../trpc.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { type RouterOutputs, trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  chakra,
  Dialog,
  EmptyState,
  ErrorState,
  Flex,
  SkeletonText,
  Tag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { ActionTag } from './ActionTag.tsx';
import { LinkDialog, type LinkWanted } from './LinkDialog.tsx';
import { useReceipts } from './useReceipts.ts';

type Entry = RouterOutputs['userConsent']['subject']['collection'][number];

const PAGE = 20;

interface SubjectDrawerProps {
  /** The data subject; undefined when closed. */
  uid: string | undefined;
  onClose: () => void;
  onProof: (id: string) => void;
}

/** All answers of one data subject to all forms, newest first, each with what it added and withdrew. */
export function SubjectDrawer({ uid, onClose, onProof }: SubjectDrawerProps) {
  const { t } = useTranslation('userConsent');
  return (
    <Dialog
      open={uid !== undefined}
      onClose={onClose}
      side="right"
      width={680}
      title={t('subject.title')}
      description={t('subject.recorded')}
    >
      {uid !== undefined && <TimeLine uid={uid} onProof={onProof} />}
    </Dialog>
  );
}

function TimeLine({ uid, onProof }: { uid: string; onProof: (id: string) => void }) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const { number } = useFormat();
  const { client } = trpc.useUtils();
  const mayLink = useCan('consent.publish');
  const [link, setLink] = useState<LinkWanted | null>(null);
  // Fetched once and not refetched on live events, because each read is logged; removed from the cache when the drawer
  // closes.
  const history = useInfiniteQuery({
    queryKey: ['subjectHistory', ws, uid],
    queryFn: ({ pageParam, signal }) =>
      client.userConsent.subject.query({ ws, uid, currentPage: pageParam, pageSize: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPage ? meta.currentPage + 1 : undefined),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (failures, error) => failures < 3 && isPassing(error),
  });
  if (!history.data)
    return history.error ? (
      <ErrorState
        body={messageOf(history.error)}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      />
    ) : (
      <SkeletonText lines={8} />
    );
  const entries = history.data.pages.flatMap(({ collection }) => collection);
  const [first] = entries;
  if (!first) return <EmptyState title={t('subject.none')} body={t('subject.noneBody')} />;
  const latest = new Set<string>();
  const visited = new Set<string>();
  for (const { id, consent } of entries) {
    if (!visited.has(consent.id)) latest.add(id);
    visited.add(consent.id);
  }
  return (
    <>
      <Text textStyle="title" overflowWrap="anywhere">
        {uid}
      </Text>
      {first.name && <Text overflowWrap="anywhere">{first.name}</Text>}
      <Text color="muted" textStyle="dense" mb="4">
        {t('subject.count', {
          count: history.data.pages[0]?.meta.totalItems ?? entries.length,
          number: number(history.data.pages[0]?.meta.totalItems ?? entries.length),
        })}
      </Text>
      <chakra.ol listStyle="none" borderInlineStartWidth="2px" ms="1.5" display="grid" gap="5">
        {entries.map((entry) => (
          <TimeLineEntry
            key={entry.id}
            entry={entry}
            latest={latest.has(entry.id)}
            onProof={() => onProof(entry.id)}
            {...(mayLink && { onLink: () => setLink({ consentId: entry.consent.id, uid }) })}
          />
        ))}
      </chakra.ol>
      {history.hasNextPage && (
        <Button
          mt="4"
          icon={<ChevronDown aria-hidden />}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('subject.more')}
        </Button>
      )}
      <LinkDialog wanted={link} onClose={() => setLink(null)} />
    </>
  );
}

function TimeLineEntry({
  entry,
  latest,
  onProof,
  onLink,
}: {
  entry: Entry;
  latest: boolean;
  onProof: () => void;
  /** Left out for those who may not create links. */
  onLink?: () => void;
}) {
  const { t } = useTranslation('userConsent');
  const { dateTime, number } = useFormat();
  const { issue, issuing } = useReceipts();
  return (
    <chakra.li ps="5" position="relative">
      <Box
        position="absolute"
        insetInlineStart="-7px"
        top="1.5"
        boxSize="3"
        borderRadius="full"
        bg={latest ? 'accent' : 'line.strong'}
        outline="3px solid"
        outlineColor="surface"
        aria-hidden
      />
      <Flex wrap="wrap" columnGap="2" rowGap="1" alignItems="center">
        <chakra.time dateTime={entry.at} fontWeight="semibold">
          {dateTime(entry.at)}
        </chakra.time>
        <ActionTag action={entry.action} changed={entry.changed} />
        {latest && <Tag tone="accent">{t('subject.latest')}</Tag>}
      </Flex>
      <Text textStyle="dense" color="muted" overflowWrap="anywhere">
        {[
          entry.consent.name,
          t('form.version', { number: number(entry.version) }),
          entry.source,
          t(`knownBy.${entry.knownBy ?? 'unknown'}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Changes added={entry.added} withdrawn={entry.withdrawn} />
      <Flex wrap="wrap" gap="1" mt="1.5" ms="-2.5">
        <Button size="sm" look="quiet" icon={<ScrollText aria-hidden />} onClick={onProof}>
          {t('subject.proof')}
        </Button>
        <Button
          size="sm"
          look="quiet"
          icon={<ReceiptText aria-hidden />}
          loading={issuing}
          onClick={() => void issue(entry.id)}
        >
          {t('history.receipt')}
        </Button>
        {latest && onLink && (
          <Button size="sm" look="quiet" icon={<Link2 aria-hidden />} onClick={onLink}>
            {t('history.link')}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}

/** The purposes that an answer added and withdrew. */
function Changes({ added, withdrawn }: Pick<Entry, 'added' | 'withdrawn'>) {
  const { t } = useTranslation('userConsent');
  const { text } = useFormat();
  const changes = [
    ...added.map((title) => ({ title, plus: true })),
    ...withdrawn.map((title) => ({ title, plus: false })),
  ];
  if (changes.length === 0) return null;
  return (
    <chakra.ul listStyle="none" mt="1" display="grid" gap="0.5">
      {changes.map(({ title, plus }) => (
        <chakra.li key={`${plus} ${text(title)}`} display="flex" gap="1.5" alignItems="baseline" textStyle="dense">
          <Box
            as="span"
            color={plus ? 'ok.text' : 'warn.text'}
            display="inline-flex"
            alignItems="center"
            gap="1"
            flexShrink="0"
          >
            {plus ? <Plus size={14} aria-hidden /> : <Minus size={14} aria-hidden />}
            {t(plus ? 'subject.added' : 'subject.withdrawn')}
          </Box>
          <chakra.span overflowWrap="anywhere" minWidth="0">
            {text(title)}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
