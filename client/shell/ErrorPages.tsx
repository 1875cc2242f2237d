import { Compass, House, LifeBuoy, RotateCw, SearchX } from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { laterPart } from '../ui/laterPart.ts';
import { chakra } from '../ui/layout.tsx';
import { useArrivalFocus } from '../ui/useArrivalFocus.ts';
import { phrases } from '../ui/phrases.tsx';
import { isNotFound, messageOf, statusOf } from './errors.ts';
import { useMaybeSession } from './session.tsx';

const WorkspaceChooser = laterPart(() => import('./bars/WorkspaceChooser.tsx'));

interface NoticeProps {
  icon: ReactNode;
  title: string;
  body: ReactNode;
  /** Small, above the title: a status code. */
  over?: string | undefined;
  children?: ReactNode;
}

/** A page with one message and links to continue. */
export function Notice({ icon, title, body, over, children }: NoticeProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <chakra.section
      display="grid"
      justifyItems="center"
      textAlign="center"
      gap="2"
      px="4"
      py={{ base: '10', md: '20' }}
    >
      <chakra.div
        color="muted"
        bg="subtle"
        borderRadius="full"
        p="4"
        mb="2"
        css={{ '& svg': { display: 'block', width: '28px', height: '28px' } }}
      >
        {icon}
      </chakra.div>
      {over && (
        <chakra.p textStyle="small" color="muted" data-numeric="">
          {over}
        </chakra.p>
      )}
      <chakra.h1 ref={heading} tabIndex={-1} outline="none" textStyle="display">
        {title}
      </chakra.h1>
      <chakra.div color="muted" maxWidth="34rem" overflowWrap="anywhere" css={{ textWrap: 'balance' }}>
        {phrases(body)}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" alignItems="flex-start" gap="2" mt="4">
        {children}
      </chakra.div>
    </chakra.section>
  );
}

function HomeLink() {
  const { t } = useTranslation('shell');
  return (
    <LinkButton href="/" icon={<House aria-hidden />}>
      {t('error.home')}
    </LinkButton>
  );
}

/** The page does not exist. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <Notice icon={<SearchX aria-hidden />} over="404" title={t('error.notFoundTitle')} body={t('error.notFoundBody')}>
      <HomeLink />
    </Notice>
  );
}

/** The workspace in the address does not exist, or is not the caller's: change workspace, or go home. */
export function WorkspaceNotFoundPage({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  return (
    <Notice
      icon={<Compass aria-hidden />}
      over="404"
      title={t('error.workspaceTitle')}
      body={t('error.workspaceBody', { id })}
    >
      <chakra.div display="grid" gap="4" justifyItems="center">
        <Card flush title={t('error.changeWorkspace')} width="min(360px, calc(100vw - 48px))" textAlign="start">
          <Suspense fallback={null}>
            <WorkspaceChooser current={null} manage={false} />
          </Suspense>
        </Card>
        <HomeLink />
      </chakra.div>
    </Notice>
  );
}

export interface PageErrorProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/**
 * A page whose main call failed: 404 states that the record is not in the system or the workspace, any other status is
 * displayed with the server's own message and a link home.
 * @example if (query.error) return <PageError error={query.error} onRetry={() => query.refetch()} />;
 */
export function PageError({ error, onRetry }: PageErrorProps) {
  const { t } = useTranslation(['shell', 'ui']);
  const session = useMaybeSession();
  const status = statusOf(error);
  if (isNotFound(error)) {
    return (
      <Notice
        icon={<SearchX aria-hidden />}
        over="404"
        title={status === 404 ? messageOf(error) : t('error.notFoundTitle')}
        body={t('error.recordBody')}
      >
        {session && (
          <chakra.div display="grid" gap="4" justifyItems="center">
            <Card flush title={t('error.changeWorkspace')} width="min(360px, calc(100vw - 48px))" textAlign="start">
              <Suspense fallback={null}>
                <WorkspaceChooser current={session.ws} manage={false} />
              </Suspense>
            </Card>
          </chakra.div>
        )}
        <HomeLink />
      </Notice>
    );
  }
  return (
    <Notice
      icon={<LifeBuoy aria-hidden />}
      over={status ? t('error.status', { status }) : undefined}
      title={t('error.generalTitle')}
      body={messageOf(error)}
    >
      {onRetry && (
        <Button look="main" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('ui:retry')}
        </Button>
      )}
      <HomeLink />
    </Notice>
  );
}
