import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/registry/permissions.ts';
import { matchRoute } from '../../../shared/registry/routeMatch.ts';
import { routeOf, type ComingId } from '../../../shared/registry/routes.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { chakra } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { usePath } from '../../shell/navigation.ts';
import { useMaybeSession } from '../../shell/session.tsx';
import { COMING } from './topics.ts';

/** The page of a module of a later release: what it will do, and what serves today. */
export default function ComingPage() {
  const { t } = useTranslation('coming');
  const { t: pages } = useTranslation('pages');
  const session = useMaybeSession();
  const match = matchRoute(usePath());
  const rule = match && COMING[match.route.id as ComingId];
  if (!rule) return null;
  const { id } = match.params;
  // An address with a missing optional id has no list above it but itself.
  const list = rule.list && (id || rule.list !== match.route.id) ? routeOf(rule.list) : null;
  const today =
    rule.today.map(routeOf).find(({ permission }) => !permission || (session && may(session.standing, permission))) ??
    routeOf('policy');
  return (
    <>
      <PageHeader
        title={pages(match.route.id)}
        state={<Tag tone="info">{t('badge')}</Tag>}
        description={t(`topic.${rule.topic}.lead`)}
        {...(list && { trail: [{ label: pages(list.id), href: pathOf(list.path) }] })}
      />
      {id && (
        <chakra.p color="muted" textStyle="dense" mb="4" overflowWrap="anywhere">
          {t('reference')}: <code>{id}</code>
        </chakra.p>
      )}
      <chakra.div
        display="grid"
        gap="5"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        alignItems="start"
      >
        <Card title={t('will')}>
          <chakra.ul listStyle="none" display="grid" gap="3">
            {t(`topic.${rule.topic}.lines`)
              .split('\n')
              .map((line) => (
                <chakra.li key={line} display="flex" gap="3">
                  <chakra.span color="accent.text" pt="1" flexShrink="0">
                    <Check size={18} aria-hidden />
                  </chakra.span>
                  {line}
                </chakra.li>
              ))}
          </chakra.ul>
        </Card>
        {today && (
          <Card title={t('today')}>
            <chakra.p color="muted" mb="4">
              {t(`now.${today.id}` as 'today')}
            </chakra.p>
            <LinkButton look="main" href={pathOf(today.path)} icon={<ArrowRight aria-hidden />}>
              {t('openToday', { name: pages(today.id) })}
            </LinkButton>
          </Card>
        )}
      </chakra.div>
    </>
  );
}

/** The address of a list: its pattern without an id. */
const pathOf = (pattern: string): string => pattern.replace(/\/:id\??$/, '');
