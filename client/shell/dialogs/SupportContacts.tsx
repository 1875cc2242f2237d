import { Mail, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ShellConfig } from '../../../shared/shell/schema.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';

/** The phone number and email addresses of support, as links. */
export function SupportContacts({ support }: { support: ShellConfig['support'] }) {
  const { t } = useTranslation('shell');
  const rows = [
    {
      key: support.phone,
      icon: <Phone size={18} aria-hidden />,
      label: t('support.phone'),
      href: `tel:${support.phone.replace(/[^\d+]/g, '')}`,
    },
    ...support.emails.map((email) => ({
      key: email,
      icon: <Mail size={18} aria-hidden />,
      label: t('support.email'),
      href: `mailto:${email}`,
    })),
  ];
  return (
    <chakra.ul listStyle="none" display="grid" gap="2" mt="4">
      {rows.map(({ key, icon, label, href }) => (
        <chakra.li
          key={key}
          display="flex"
          alignItems="center"
          gap="3"
          px="3"
          minHeight="11"
          bg="subtle"
          borderRadius="control"
        >
          <chakra.span color="muted">{icon}</chakra.span>
          <chakra.span color="muted" textStyle="dense" minWidth="5rem">
            {label}
          </chakra.span>
          <Link href={href} overflowWrap="anywhere">
            {key}
          </Link>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
