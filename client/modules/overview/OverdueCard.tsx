import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../clock/Countdown.tsx';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { nameIn } from '../../../shared/locale.ts';
import type { OverdueRecords, OverviewCard } from '../../../shared/overview/schema.ts';
import { AppLink, Box, Card, chakra, Flex, Link, Tag, useFormat } from '../../ui/index.ts';
import { useCardText } from './texts.ts';

/** Overdue records of all modules, the longest overdue first. */
export function OverdueCard({ cards }: { cards: readonly OverviewCard[] }) {
  const { t } = useTranslation('overview');
  const text = useCardText();
  const { number, locale } = useFormat();
  const overdue = cards.flatMap(({ module, overdue: kinds }) => kinds.map((passed) => ({ module, ...passed })));
  const records = overdue
    .flatMap(({ module, unit, records: list }) =>
      list.map(({ title, part, ...record }) => {
        const name = typeof title === 'string' ? title : nameIn({ locale }, title);
        return { module, unit, title: part ? `${name} ${part[locale]}` : name, ...record };
      }),
    )
    .sort((one, other) => one.dueAt.localeCompare(other.dueAt));
  const countedApart = overdue.filter(({ total, records: { length } }) => total > 0 && length === 0);
  if (overdue.length === 0) return null;
  if (!cards.some(({ state }) => state === 'overdue'))
    return (
      <Flex as="p" role="status" gap="2" alignItems="center" mb="4" color="ok.text">
        <CircleCheck size={18} aria-hidden />
        {t('overdue.none')}
      </Flex>
    );
  return (
    <Card
      mb="4"
      title={t('overdue.title')}
      actions={overdue.map(({ module, total, counted, address, records: { length } }) =>
        address && length > 0 ? (
          <Link key={`${module} ${counted ?? ''}`} href={address} data-screen>
            {`${[text(module, 'title'), counted && text(module, counted)].filter(Boolean).join(' · ')}: ${t('overdue.all', { number: number(total) })}`}
          </Link>
        ) : null,
      )}
    >
      {records.length > 0 && (
        <chakra.p color="muted" textStyle="dense" mb="3">
          {t('overdue.lead')}
        </chakra.p>
      )}
      <chakra.ul listStyle="none" display="grid" gap="2">
        {records.map(({ module, unit, id, title, dueAt, address }) => (
          <chakra.li key={id} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} pb="2">
            <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center">
              <Tag>{text(module, 'title')}</Tag>
              {/* On phones below the tag and the deadline. */}
              <Box flex={{ base: '1 0 100%', sm: '1' }} minWidth="0" order={{ base: '1', sm: '0' }}>
                {address ? (
                  <chakra.span color="accent.text" _hover={{ textDecoration: 'underline' }}>
                    <AppLink href={address} data-link="">
                      {title}
                    </AppLink>
                  </chakra.span>
                ) : (
                  title
                )}
              </Box>
              <Box ms="auto">
                <Overdue dueAt={dueAt} unit={unit} />
              </Box>
            </Flex>
          </chakra.li>
        ))}
        {countedApart.map(({ module, counted = 'title', total, address }) => (
          <chakra.li key={`${module} ${counted}`}>
            <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center">
              <Tag>{text(module, 'title')}</Tag>
              {address ? <Link href={address}>{text(module, counted)}</Link> : text(module, counted)}
              <chakra.span ms="auto" data-numeric="">
                {number(total)}
              </chakra.span>
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  );
}

function Overdue({ dueAt, unit }: { dueAt: string; unit: OverdueRecords['unit'] }) {
  const clock = { startedAt: dueAt, dueAt, stoppedAt: null, endedAt: null, outcome: null };
  return unit === 'days' ? <DaysLeft clock={clock} /> : <Countdown clock={clock} />;
}
