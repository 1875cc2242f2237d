import {
  CalendarClock,
  CalendarX2,
  CircleCheck,
  CircleHelp,
  FileX2,
  MapPinOff,
  ShieldAlert,
  ShieldOff,
  TriangleAlert,
} from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Adequacy, SharingFlag, SharingItem } from '../../../shared/dataSharing/schema.ts';
import { Box, Flex, Link, StatusTag, Tag, Text, Tooltip, useFormat } from '../../ui/index.ts';
import { FewTags, TwoLines } from '../../ui/table/index.ts';
import { endOfDay } from '../../format.ts';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;
type Tone = 'warn' | 'danger' | 'live' | 'neutral';

/** Icon and tone of each flag; red is reserved for overdue items. */
export const FLAG_LOOK: Record<SharingFlag, { icon: Icon; tone: Tone }> = {
  needsSafeguard: { icon: ShieldOff, tone: 'warn' },
  noCountry: { icon: MapPinOff, tone: 'warn' },
  notAdequate: { icon: TriangleAlert, tone: 'warn' },
  contractExpired: { icon: CalendarX2, tone: 'danger' },
  contractExpiring: { icon: CalendarClock, tone: 'live' },
  noContract: { icon: FileX2, tone: 'neutral' },
};

export function FlagTags({ flags }: { flags: readonly SharingFlag[] }) {
  const { t } = useTranslation('dataSharing');
  if (flags.length === 0) {
    return (
      <Text as="span" textStyle="dense" color="muted">
        {t('noFlag')}
      </Text>
    );
  }
  return (
    <FewTags
      tags={flags.map((flag) => {
        const { icon: Mark, tone } = FLAG_LOOK[flag];
        return (
          <StatusTag key={flag} tone={tone} icon={<Mark aria-hidden />}>
            {t(`flag.${flag}`)}
          </StatusTag>
        );
      })}
    />
  );
}

const ADEQUACY_LOOK = {
  adequate: { tone: 'ok', icon: CircleCheck },
  notAdequate: { tone: 'warn', icon: TriangleAlert },
  notAssessed: { tone: 'neutral', icon: CircleHelp },
} as const satisfies Record<Exclude<Adequacy, 'home'>, unknown>;

/** The assessment of the protection in a country abroad. */
export function AdequacyTag({ adequacy }: { adequacy: Exclude<Adequacy, 'home'> }) {
  const { t } = useTranslation('dataSharing');
  const { tone, icon: Mark } = ADEQUACY_LOOK[adequacy];
  return (
    <StatusTag tone={tone} icon={<Mark aria-hidden />}>
      {t(`adequacy.${adequacy}`)}
    </StatusTag>
  );
}

/**
 * The destination of a transfer abroad: the country, the assessment of its protection, and the legal ground of the
 * transfer.
 */
export function AbroadCell({
  row,
  country,
  adequacy,
}: {
  row: SharingItem;
  country: string;
  adequacy: Exclude<Adequacy, 'home'>;
}) {
  const { t } = useTranslation('dataSharing');
  return (
    <TwoLines
      more={
        <>
          {t('safeguardShort')}: <SafeguardCell row={row} />
        </>
      }
    >
      <Flex as="span" gap="2" align="center">
        {country} <AdequacyTag adequacy={adequacy} />
      </Flex>
    </TwoLines>
  );
}

const NAMED = 2;

/** Shared categories: how many, how many of them sensitive, and their names on hover and focus. */
export function CategoriesCell({ row: { categories, sensitiveCategories, lines } }: { row: SharingItem }) {
  const { t } = useTranslation('dataSharing');
  const { text, number } = useFormat();
  if (categories.length === 0) return '–';
  const names = categories.map(({ name }) => text(name));
  const origin = lines > 0 ? t('mapped', { count: lines, number: number(lines) }) : t('unmapped');
  const tag = sensitiveCategories > 0 && (
    <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('sensitiveCount', { number: number(sensitiveCategories) })}
    </Tag>
  );
  return (
    <Tooltip content={`${names.join(', ')} · ${origin}`}>
      <Box tabIndex={0}>
        <TwoLines more={tag}>
          {categories.length <= NAMED
            ? names.join(', ')
            : t('categoriesCount', { count: categories.length, number: number(categories.length) })}
        </TwoLines>
      </Box>
    </Tooltip>
  );
}

export function ApplicationsCell({
  applications: { total, first },
  link,
}: {
  applications: SharingItem['applications'];
  link: boolean;
}) {
  const { t } = useTranslation('dataSharing');
  const { number } = useFormat();
  if (total === 0) {
    return (
      <Text as="span" textStyle="dense" color="muted">
        {t('noApplication')}
      </Text>
    );
  }
  const [one] = first;
  if (!one) return null;
  return (
    <TwoLines
      more={
        total > 1 && (
          <Tooltip
            content={
              first.map(({ name }) => name).join(', ') +
              (total > first.length ? ` … ${t('moreApplications', { number: number(total - first.length) })}` : '')
            }
          >
            <span tabIndex={0}>{t('moreApplications', { number: number(total - 1) })}</span>
          </Tooltip>
        )
      }
    >
      {link ? <Link href={recordAddress('application', one.id, { tab: 'data-mapping' })}>{one.name}</Link> : one.name}
    </TwoLines>
  );
}

/** The legal ground of a transfer abroad, abbreviated, with the section of the act on hover and focus. */
export function SafeguardCell({ row: { kind, adequacy, safeguard } }: { row: SharingItem }) {
  const { t } = useTranslation(['dataSharing', 'purposeScreen']);
  if (safeguard) {
    return (
      <Tooltip content={t(`purposeScreen:safeguard.${safeguard}`)}>
        <Box as="span" tabIndex={0}>
          {t(`safeguard.${safeguard}`)}
        </Box>
      </Tooltip>
    );
  }
  if (kind === 'internal' || adequacy === 'home') return '–';
  return (
    <Box as="span" color="muted">
      {t('missingSafeguard')}
    </Box>
  );
}

/** The contract and its expiry as relative time, with the date on hover and focus. */
export function ContractCell({ row: { kind, contract, contractExpiresOn, flags } }: { row: SharingItem }) {
  const { t } = useTranslation('dataSharing');
  const { date, relative } = useFormat();
  if (kind !== 'thirdParty') return '–';
  const ended = flags.includes('contractExpired');
  return (
    <TwoLines
      more={
        contractExpiresOn && (
          <Tooltip content={date(contractExpiresOn, 'long')}>
            <Text
              as="span"
              tabIndex={0}
              textStyle="small"
              color={ended ? 'danger.text' : flags.includes('contractExpiring') ? 'live.text' : 'muted'}
            >
              {t(ended ? 'contract.ended' : 'contract.ends', { time: relative(endOfDay(contractExpiresOn)) })}
            </Text>
          </Tooltip>
        )
      }
    >
      {contract || t('contract.none')}
    </TwoLines>
  );
}
