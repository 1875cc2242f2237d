import { useTranslation } from 'react-i18next';
import { trpc } from '../../trpc.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { LEGAL_DATES } from './legalDates.ts';

const SECTIONS = {
  terms: ['service', 'account', 'data', 'conduct', 'availability', 'changes'],
  policy: ['what', 'why', 'cookies', 'sharing', 'retention', 'rights'],
} as const;

/** Terms of use or privacy policy: introduction, table of contents, sections. */
export function LegalText({ text }: { text: 'terms' | 'policy' }) {
  const { t } = useTranslation('legal');
  const { t: pages } = useTranslation('pages');
  const { date } = useFormat();
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const values = { email: config.data?.support.emails[0] ?? '' };
  const textOf = (key: string): string => String(t(`${text}.${key}` as 'contents', values));
  const other = text === 'terms' ? 'policy' : 'terms';
  return (
    <chakra.article maxWidth="form" mx="auto" py="4">
      <chakra.h1 textStyle="display">{pages(text)}</chakra.h1>
      <chakra.p color="muted" textStyle="dense" mt="1">
        {t('updated', { date: date(LEGAL_DATES[text], 'long') })}
      </chakra.p>
      <chakra.p fontSize="lg" mt="4">
        {textOf('lead')}
      </chakra.p>
      <chakra.nav aria-label={t('contents')} mt="5" p="4" bg="subtle" borderRadius="card">
        <chakra.ol ps="5" css={{ listStyle: 'decimal' }}>
          {SECTIONS[text].map((key) => (
            <li key={key}>
              <Link href={`#${key}`}>{textOf(`${key}.title`)}</Link>
            </li>
          ))}
        </chakra.ol>
      </chakra.nav>
      {SECTIONS[text].map((key) => (
        <chakra.section key={key} id={key} mt="8" css={{ scrollMarginTop: '16px' }}>
          <chakra.h2 textStyle="heading">{textOf(`${key}.title`)}</chakra.h2>
          {textOf(`${key}.body`)
            .split('\n')
            .map((paragraph) => (
              <chakra.p key={paragraph} mt="2">
                {paragraph}
              </chakra.p>
            ))}
        </chakra.section>
      ))}
      <chakra.p mt="10" pt="5" borderTopWidth="1px">
        {t('other')} <Link href={`/${other}`}>{pages(other)}</Link>
      </chakra.p>
    </chakra.article>
  );
}
