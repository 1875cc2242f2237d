import { Globe, Handshake, Network, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SHARING_FLAGS, type SharingFlag } from '../../../shared/dataSharing/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, Flex, GlowOnChange, Grid, Skeleton, Text, useFormat, Waiting } from '../../ui/index.ts';
import { FLAG_LOOK } from './cells.tsx';

interface SummaryStripProps {
  flag: SharingFlag | 'any' | undefined;
  kind: string;
  onFlag: (flag: SharingFlag | undefined) => void;
  onKind: (kind: string | undefined) => void;
}

const Tile = chakra('button', {
  base: {
    display: 'grid',
    gap: '1',
    alignContent: 'start',
    p: '4',
    bg: 'surface',
    borderWidth: '1px',
    borderRadius: 'card',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { borderColor: 'line.strong' },
    '&[aria-pressed=true]': { borderColor: 'accent', bg: 'accent.soft' },
  },
});

/** The number of recipients and of items that need attention; each number filters the table. */
export function SummaryStrip({ flag, kind, onFlag, onKind }: SummaryStripProps) {
  const { t } = useTranslation('dataSharing');
  const { ws } = useSession();
  const { number } = useFormat();
  const { data, error } = trpc.dataSharing.summary.useQuery({ ws });
  // The table below displays the error and offers a retry.
  if (error && !data) return null;
  if (!data) {
    return (
      <Waiting>
        <Skeleton height="28" />
      </Waiting>
    );
  }
  const tile = (key: 'thirdParty' | 'abroad' | 'internal', icon: ReactNode, value: number, note: string) => (
    <Tile
      type="button"
      aria-pressed={kind === key}
      {...(key === 'internal' && { gridColumn: { base: '1 / -1', lg: 'auto' } })}
      onClick={() => onKind(kind === key ? undefined : key)}
    >
      <Flex gap="2" align="center" color="muted" textStyle="dense">
        {icon}
        {t(`summary.${key}`)}
      </Flex>
      <Text as="span" textStyle="display" data-numeric="">
        <GlowOnChange value={value}>{number(value)}</GlowOnChange>
      </Text>
      <Text as="span" textStyle="small" color="muted">
        {note}
      </Text>
    </Tile>
  );
  return (
    <Grid
      as="section"
      aria-label={t('summary.title')}
      gap="3"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr)) minmax(0, 2fr)' }}
    >
      {tile(
        'thirdParty',
        <Handshake size={16} aria-hidden />,
        data.recipients,
        t('summary.thirdPartyNote', { count: data.thirdParty, number: number(data.thirdParty) }),
      )}
      {tile(
        'abroad',
        <Globe size={16} aria-hidden />,
        data.countries,
        [
          t('summary.abroadNote', { count: data.abroad, number: number(data.abroad) }),
          ...(data.unrecorded > 0
            ? [t('summary.unrecorded', { count: data.unrecorded, number: number(data.unrecorded) })]
            : []),
        ].join(' · '),
      )}
      {tile('internal', <Network size={16} aria-hidden />, data.internal, t('summary.internalNote'))}
      <Attention rows={data.attention} flags={data.flags} chosen={flag} onChoose={onFlag} />
    </Grid>
  );
}

interface AttentionProps {
  /** The number of rows with any flag, and per flag. */
  rows: number;
  flags: Readonly<Record<SharingFlag, number>>;
  chosen: SharingFlag | 'any' | undefined;
  onChoose: (flag: SharingFlag | undefined) => void;
}

/** What needs attention, per flag. */
function Attention({ rows, flags, chosen, onChoose }: AttentionProps) {
  const { t } = useTranslation('dataSharing');
  const { number } = useFormat();
  return (
    <Box
      gridColumn={{ base: '1 / -1', lg: 'auto' }}
      bg="surface"
      borderWidth="1px"
      borderRadius="card"
      p="4"
      display="grid"
      gap="2"
      alignContent="start"
    >
      <Flex gap="2" align="center" textStyle="dense" color={rows > 0 ? 'warn.text' : 'muted'}>
        <TriangleAlert size={16} aria-hidden />
        {t('summary.attention')}
        <Text as="span" fontWeight="semibold" data-numeric="">
          {number(rows)}
        </Text>
      </Flex>
      {rows === 0 ? (
        <Text color="muted">{t('summary.attentionNone')}</Text>
      ) : (
        <Flex wrap="wrap" gap="1.5">
          {SHARING_FLAGS.filter((one) => flags[one] > 0).map((one) => {
            const Mark = FLAG_LOOK[one].icon;
            const on = chosen === one;
            return (
              <Button
                key={one}
                size="sm"
                icon={<Mark aria-hidden />}
                aria-pressed={on}
                onClick={() => onChoose(on ? undefined : one)}
                {...(on && { bg: 'accent.soft', borderColor: 'accent', color: 'accent.text' })}
              >
                {t(`flag.${one}`)} {number(flags[one])}
              </Button>
            );
          })}
        </Flex>
      )}
    </Box>
  );
}
