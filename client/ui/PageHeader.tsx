import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateInput } from '../format.ts';
import { Link } from './Link.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { Tag } from './Tag.tsx';
import { lastAddress } from './lastAddress.ts';
import { phrases } from './phrases.tsx';
import { showTitle } from './pageTitle.ts';
import { useArrivalFocus } from './useArrivalFocus.ts';

export interface PageHeaderProps {
  /** The name; also the title of the browser tab. */
  title: string;
  /** The pages above it, which open as they were last displayed. */
  trail?: readonly { label: string; href: string }[];
  /** A StatusTag. */
  state?: ReactNode;
  /** Version number. */
  version?: number | null;
  /** Last editor and time. */
  updatedBy?: string | null;
  updatedAt?: DateInput | null;
  /** One sentence on the purpose of the page. */
  description?: ReactNode;
  /** The one main action, and a menu for others. */
  action?: ReactNode;
}

/**
 * Header of a page: name, state, version, last edit, the one main action.
 * @example <PageHeader title={form.name} state={<StatusTag tone="ok">…</StatusTag>} version={3} action={<Button
 * look="main">…</Button>} />
 */
export function PageHeader({
  title,
  trail,
  state,
  version,
  updatedBy,
  updatedAt,
  description,
  action,
}: PageHeaderProps) {
  const { t } = useTranslation('ui');
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useEffect(() => {
    showTitle(title);
  }, [title]);
  return (
    <chakra.header mb="5">
      {trail && trail.length > 0 && (
        <chakra.nav aria-label={t('breadcrumb')} mb="1">
          <chakra.ol
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="1"
            textStyle="dense"
            color="muted"
            listStyle="none"
          >
            {trail.map((step, place) => (
              <chakra.li key={step.href} display="flex" alignItems="center" gap="1">
                {place > 0 && <ChevronRight size={14} aria-hidden />}
                <Link href={lastAddress(step.href)} color="muted">
                  {step.label}
                </Link>
              </chakra.li>
            ))}
          </chakra.ol>
        </chakra.nav>
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" gap="3" rowGap="3">
        <chakra.div flex="1" minWidth="min(100%, 24rem)">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2.5" rowGap="1">
            <chakra.h1 ref={heading} tabIndex={-1} outline="none" textStyle="display" overflowWrap="anywhere">
              {phrases(title)}
            </chakra.h1>
            {state}
            {typeof version === 'number' && <Tag>{t('version', { number: version })}</Tag>}
          </chakra.div>
          {(updatedBy || updatedAt) && (
            <chakra.p textStyle="dense" color="muted" mt="0.5">
              {updatedBy ? t('updatedBy', { name: updatedBy }) : t('updated')}
              {updatedAt && (updatedBy ? ' · ' : ' ')}
              <RelativeTime value={updatedAt} />
            </chakra.p>
          )}
          {description && (
            <chakra.p color="muted" mt="1" maxWidth="form">
              {phrases(description)}
            </chakra.p>
          )}
        </chakra.div>
        {action && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {action}
          </chakra.div>
        )}
      </chakra.div>
    </chakra.header>
  );
}
