import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { PRODUCT_VERSION } from '../../../shared/constants.ts';
import { formatDate } from '../../format.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { useLocale } from '../../ui/useFormat.ts';

/** Year, version, terms and policy. */
export function Footer() {
  const { t } = useTranslation('shell');
  const { t: pages } = useTranslation('pages');
  const locale = useLocale();
  const year = formatDate(new Date(), locale).slice(-4);
  return (
    <chakra.footer borderTopWidth="1px" mt="auto" color="muted" textStyle="small">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap="4"
        rowGap="1"
        alignItems="center"
        maxWidth="wide"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="4"
      >
        <span>{t('footer.rights', { year })}</span>
        <span>{t('footer.version', { version: PRODUCT_VERSION })}</span>
        <chakra.span display="flex" gap="4" ms={{ md: 'auto' }}>
          <Link href={pageAddress('terms')} color="muted">
            {pages('terms')}
          </Link>
          <Link href={pageAddress('policy')} color="muted">
            {pages('policy')}
          </Link>
        </chakra.span>
      </chakra.div>
    </chakra.footer>
  );
}
