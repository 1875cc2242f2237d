import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE } from '../../../shared/duration.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';
import type { NoticeMailing as Mailing } from '../../../shared/privacyNotice/mailing.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  CopyButton,
  Facts,
  Flex,
  ProgressBar,
  Stack,
  Text,
  toast,
  useDialog,
  useFormat,
  useLocale,
} from '../../ui/index.ts';

const PLACES = ['website', 'reception', 'mail'] as const;
const FIGURES = ['people', 'sent', 'waiting', 'failed', 'withoutAddress', 'kept', 'stopped'] as const;
/** Those that most mailings have none of. */
const RARE: readonly string[] = ['kept', 'stopped'];

/**
 * Notifications about the newest version: the channel and the number of people reached; renders nothing if none are
 * required.
 */
export function NoticeMailing({ record: { id, publishedVersion: v } }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { data } = trpc.privacyNotice.mailing.useQuery(
    { ws, id, v },
    {
      enabled: v > 0,
      // While the note of a limit may be displayed: who reads it may not be notified of changes to mail servers.
      refetchInterval: ({ state }) =>
        state.data && state.data.isOwed && state.data.today.left < state.data.people ? MINUTE : false,
    },
  );
  if (!data || (!data.isOwed && !data.mailing)) return null;
  return (
    <Card title={t('mailing.title', { number: data.version })}>
      <Stack gap="5">
        <Text color="muted">{t('mailing.lead')}</Text>
        {data.isIndirect && <Banner>{t('publish.indirect')}</Banner>}
        <Texts texts={data.texts} />
        {data.mailing && <Progress mailing={data.mailing} version={data.version} />}
        {data.isOwed && (!data.mailing || data.mailing.paused) && <Start id={id} facts={data} />}
      </Stack>
    </Card>
  );
}

function Texts({ texts }: Pick<Mailing, 'texts'>) {
  const { t } = useTranslation('privacyNoticeScreen');
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  return (
    <Stack gap="4">
      <Flex gap="3" wrap="wrap" role="group" aria-label={t('mailing.language')}>
        {LOCALES.map((one) => (
          <Button key={one} size="sm" aria-pressed={locale === one} onClick={() => setLocale(one)}>
            {t(`preview.${one}`)}
          </Button>
        ))}
      </Flex>
      {PLACES.map((place) => (
        <Box key={place}>
          <Flex gap="3" wrap="wrap" alignItems="center" mb="1">
            <chakra.h3 fontWeight="semibold">{t(`mailing.${place}`)}</chakra.h3>
            <CopyButton text={texts[locale][place]} label={t(`mailing.${place}`)} />
          </Flex>
          <Text lang={locale} textStyle="dense" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {texts[locale][place]}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}

/** Starts the mails, or continues a paused mailing with the people who were not checked. */
function Start({ id, facts: { version: v, people: all, today, mailing } }: { id: string; facts: Mailing }) {
  const people = Math.max(0, all - (mailing?.lookedAt ?? 0));
  const isPaused = mailing !== null;
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { number } = useFormat();
  const mayWrite = useCan('privacyNotice.write');
  const dialog = useDialog();
  const cache = trpc.useUtils();
  const start = trpc.privacyNotice.startMailing.useMutation();
  if (all === 0) return <Banner>{t('mailing.noPeople')}</Banner>;
  const label = isPaused ? t('mailing.continue') : t('mailing.start', { count: people, number: number(people) });
  return (
    <Flex gap="3" wrap="wrap" alignItems="center">
      {/* A node of the release before does not state it. */}
      {today && people > today.left && (
        <Text color="muted" width="full" data-today="">
          {t(`mailing.today.${today.limitedBy}`, { count: today.left, number: number(today.left) })}
        </Text>
      )}
      <Text>
        {isPaused && people === 0
          ? t('mailing.restNone')
          : t(isPaused ? 'mailing.rest' : 'mailing.people', { count: people, number: number(people) })}
      </Text>
      {mayWrite && (
        <Button look="main" icon={<Mail aria-hidden />} onClick={dialog.show}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        {...dialog.props}
        title={
          isPaused ? t('mailing.continueTitle') : t('mailing.confirmTitle', { count: people, number: number(people) })
        }
        body={t('mailing.confirmBody')}
        confirmLabel={label}
        onConfirm={async () => {
          cache.privacyNotice.mailing.setData({ ws, id, v }, await start.mutateAsync({ ws, id, v }));
          toast.success(t('mailing.done'));
        }}
      />
    </Flex>
  );
}

/** Progress in figures only, without naming people. */
function Progress({ mailing, version }: { mailing: NonNullable<Mailing['mailing']>; version: number }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { number, dateTime } = useFormat();
  const { startedAt, startedBy, endedAt, stoppedAt, paused, lookedAt, people, failed, withoutAddress } = mailing;
  const time = dateTime(startedAt);
  const progress =
    endedAt && !paused ? t('mailing.ended') : t('mailing.progress', { done: number(lookedAt), total: number(people) });
  return (
    <Stack gap="3">
      <Text color="muted" role="status">
        {startedBy ? t('mailing.startedBy', { time, name: startedBy }) : t('mailing.started', { time })} ·{' '}
        {stoppedAt ? t('mailing.stopped', { time: dateTime(stoppedAt) }) : progress}
      </Text>
      {paused && <Banner tone="warn">{t(`mailing.paused.${paused}`)}</Banner>}
      {!endedAt && (
        <ProgressBar label={t('mailing.title', { number: version })} share={Math.min(1, lookedAt / people)} />
      )}
      <Facts
        layout="figures"
        rows={FIGURES.filter((key) => !RARE.includes(key) || mailing[key] > 0).map((key) => [
          t(`mailing.figure.${key}`),
          <chakra.span key={key} fontWeight="semibold" data-numeric="">
            {number(mailing[key])}
          </chakra.span>,
        ])}
      />
      {stoppedAt && <Banner>{t('mailing.stoppedNote')}</Banner>}
      {endedAt && !stoppedAt && !paused && (failed > 0 || withoutAddress > 0) && (
        <Banner>{t('mailing.unreached')}</Banner>
      )}
    </Stack>
  );
}
