import { useTranslation } from 'react-i18next';
import type { ApplicationDocument } from '../../shared/application/schema.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { useCan, useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { Banner, LinkButton } from '../ui/index.ts';

interface NeedProps {
  /** What is missing, and what for. */
  text: string;
  /** The page on which it is created. */
  href: string;
  action: string;
}

/** What a form needs and the register lacks, with a link to create it. */
export function Need({ text, href, action }: NeedProps) {
  // Created in the record of processing, which the workspace may not have.
  const mayAdd = useCan('ropa.write');
  return (
    <Banner
      tone="warn"
      action={
        mayAdd && (
          <LinkButton size="sm" href={href}>
            {action}
          </LinkButton>
        )
      }
    >
      {text}
    </Banner>
  );
}

/**
 * Explains that an application is needed for a form; renders nothing if one is available.
 * @param without the kind of the form
 * @param allUsed the explanation if every application has such a form
 */
export function NeedsApplication({ without, allUsed }: { without: ApplicationDocument; allUsed: string }) {
  const { t } = useTranslation('embedScreen');
  const { ws } = useSession();
  const { data } = trpc.application.pick.useQuery({ ws, without, pageSize: 1 }, { staleTime: 30_000 });
  const isNone = data?.meta.totalItems === 0;
  const any = trpc.application.pick.useQuery({ ws, pageSize: 1 }, { enabled: isNone, staleTime: 30_000 }).data;
  if (!isNone || !any) return null;
  return (
    <Need
      text={any.meta.totalItems === 0 ? t('noApplication') : allUsed}
      href={pageAddress('applications')}
      action={t('addApplication')}
    />
  );
}
