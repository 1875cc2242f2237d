import { Languages } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { rememberLocale } from '../../i18n.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { chakra } from '../../ui/layout.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { guarded } from '../../ui/navigationGuard.tsx';
import { useLocale } from '../../ui/useFormat.ts';
import { inLocale } from '../navigation.ts';
import { useMaybeSession } from '../session.tsx';

/** Changes the language: the same page under its other address; mails use it too. */
export function useSetLanguage(): (locale: Locale) => void {
  const [, navigate] = useLocation();
  const signedIn = useMaybeSession() !== null;
  const { mutate } = trpc.auth.setLocale.useMutation();
  return useCallback(
    (locale: Locale) =>
      // Not where the user stays with unsaved input.
      guarded(() => {
        rememberLocale(locale);
        navigate(inLocale(locale));
        if (signedIn) mutate({ locale });
      }),
    [navigate, signedIn, mutate],
  );
}

/** The language dropdown of the top bar. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const set = useSetLanguage();
  return (
    <Menu
      label={t('language.label')}
      items={[...LOCALES].reverse().map((key) => ({
        key,
        label: <span lang={key}>{t(`language.${key}`)}</span>,
        current: key === locale,
        onSelect: () => key !== locale && set(key),
      }))}
      trigger={(props) => (
        <Button
          look="quiet"
          px="2"
          icon={<Languages aria-hidden />}
          aria-label={`${t('language.label')}: ${t(`language.${locale}`)}`}
          {...props}
        >
          <chakra.span display={{ base: 'none', lg: 'inline' }}>{t(`language.${locale}`)}</chakra.span>
        </Button>
      )}
    />
  );
}

/** The two languages side by side, for the menu of small screens. */
export function LanguageButtons({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const set = useSetLanguage();
  return (
    <chakra.div role="group" aria-label={t('language.label')} display="grid" gridTemplateColumns="1fr 1fr" gap="2">
      {LOCALES.map((key) => (
        <Button
          key={key}
          lang={key}
          aria-pressed={key === locale}
          look={key === locale ? 'main' : 'plain'}
          onClick={() => {
            onChosen();
            if (key !== locale) set(key);
          }}
        >
          {t(`language.${key}`)}
        </Button>
      ))}
    </chakra.div>
  );
}
