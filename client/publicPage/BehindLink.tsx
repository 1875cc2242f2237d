import { DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isClosed, messageOf, statusOf } from '../shell/errors.ts';
import { chakra, EmptyState, ErrorState, SkeletonText } from '../ui/index.ts';

export interface BehindLinkProps<Found> {
  /** The call for the content of the link; started by the page. */
  call: { data: Found | undefined; error: unknown; isPending: boolean };
  onRetry: () => void;
  /** Name of the page, while it has no heading of its own. */
  heading: string;
  loading: string;
  /** The status for an invalid or expired link. */
  refused: number;
  /** The text in that case. */
  onRefused: (error: unknown) => ReactNode;
  children: (found: Found) => ReactNode;
}

/** A public page that is opened by a link: loading, refused, failed, or loaded. */
export function BehindLink<Found>({
  call,
  onRetry,
  heading,
  loading,
  refused,
  onRefused,
  children,
}: BehindLinkProps<Found>) {
  if (call.error) {
    if (isClosed(call.error)) return <PageClosed heading={heading} />;
    const status = statusOf(call.error);
    // A text that is no link at all is refused for its format.
    if (status === refused || status === 400) return onRefused(call.error);
    return (
      <>
        <chakra.h1 srOnly>{heading}</chakra.h1>
        <ErrorState body={messageOf(call.error)} onRetry={onRetry} retrying={call.isPending} />
      </>
    );
  }
  if (call.data === undefined) {
    return (
      <chakra.div aria-busy="true" aria-label={loading}>
        <SkeletonText lines={10} />
      </chakra.div>
    );
  }
  return children(call.data);
}

/** The workspace of the page is being deleted: it accepts no input. */
export function PageClosed({ heading }: { heading: string }) {
  const { t } = useTranslation('errors');
  return (
    <NothingBehind
      heading={heading}
      icon={<DoorClosed size={24} aria-hidden />}
      title={t('pageClosedTitle')}
      body={t('pageClosed')}
    />
  );
}

/** Why a link has no content, and what to do. `quiet` before anything was requested. */
export function NothingBehind({
  heading,
  icon,
  title,
  body,
  quiet = false,
}: {
  heading: string;
  icon: ReactNode;
  title: string;
  body: string;
  quiet?: boolean;
}) {
  return (
    <>
      <chakra.h1 srOnly>{heading}</chakra.h1>
      <chakra.div role={quiet ? 'status' : 'alert'}>
        <EmptyState icon={icon} title={title} body={body} />
      </chakra.div>
    </>
  );
}
