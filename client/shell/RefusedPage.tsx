import { Lock, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MENU } from '../../shared/registry/menu.ts';
import { flagOf, isTurnedOff, type Permission, rolesWith, type Standing } from '../../shared/registry/permissions.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { SupportContacts } from './dialogs/SupportContacts.tsx';
import { useShellDialog } from './dialogs/ShellDialogs.tsx';
import { Notice } from './ErrorPages.tsx';
import { roleLanding } from './landing.ts';
import { useSession } from './session.tsx';

export interface RefusedPageProps {
  /** The title of the page that is refused. */
  name: string;
  permission: Permission;
  /** The role has it, but the workspace's tier or flag does not include it. */
  isGated: boolean;
}

/** In place of a page that the caller cannot open: the reason, and how to get access. */
export default function RefusedPage({ name, permission, isGated }: RefusedPageProps) {
  const { standing } = useSession();
  if (!isGated) return <ForbiddenPage name={name} permission={permission} />;
  return <GatedPage name={name} sale={isForSale(permission, standing) && !isTurnedOff(standing, permission)} />;
}

/** Whether the main menu marks the entries of this page's module for sale; a page need not have an entry of its own. */
const isForSale = (permission: Permission, { variant = 'standard' }: Standing): boolean =>
  MENU.flatMap(({ items }) => items).some(
    (item) => item.sale && (item.variant ?? variant) === variant && flagOf(item.permission) === flagOf(permission),
  );

/** The role has the page, but the workspace's tier or flag does not. */
function GatedPage({ name, sale }: { name: string; sale: boolean }) {
  const { t } = useTranslation('shell');
  const { workspace, standing } = useSession();
  const open = useShellDialog();
  const home = roleLanding(standing);
  return (
    <Notice
      icon={<Lock aria-hidden />}
      title={t('error.gatedTitle', { name })}
      body={sale ? t('sale.body', { tier: workspace.tier, workspace: workspace.name }) : t('support.gated', { name })}
    >
      <Button look="main" onClick={() => open(sale ? { kind: 'sale', name } : { kind: 'support', name })}>
        {t('error.gatedContact')}
      </Button>
      <LinkButton href={home}>{t('error.gatedHome')}</LinkButton>
    </Notice>
  );
}

/** The role does not have the page: roles that have it, and a draft mail to an Admin. */
function ForbiddenPage({ name, permission }: { name: string; permission: Permission }) {
  const { t } = useTranslation(['shell', 'errors']);
  const { locale } = useFormat();
  const { workspace, email, standing, config } = useSession();
  const facts = {
    name,
    email,
    workspace: workspace.name,
    role: t(`role.${standing.role}`),
    roles: new Intl.ListFormat(locale, { type: 'disjunction' }).format(
      rolesWith(permission).map((role) => t(`role.${role}`)),
    ),
  };
  const letter = new URLSearchParams({
    subject: t('error.forbiddenSubject', facts),
    body: t('error.forbiddenLetter', { ...facts, address: location.href }),
  });
  return (
    <Notice
      icon={<Lock aria-hidden />}
      over="403"
      title={t('errors:forbidden')}
      body={
        <>
          <p>{t('error.forbiddenBody', facts)}</p>
          <p>{t('error.forbiddenNext')}</p>
          {/* The letter has no recipient: who does not know the Admins has somebody to ask. */}
          <SupportContacts support={config.support} />
        </>
      }
    >
      {/* %20 instead of +, because mail programs take a plus literally. */}
      <LinkButton look="main" href={`mailto:?${letter}`.replaceAll('+', '%20')} icon={<Mail aria-hidden />}>
        {t('error.forbiddenAsk')}
      </LinkButton>
      <LinkButton href={roleLanding(standing)}>{t('error.gatedHome')}</LinkButton>
    </Notice>
  );
}
