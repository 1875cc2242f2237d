import { useTranslation } from 'react-i18next';
import type { PublicContacts } from '../../../shared/incident/publicReport.ts';
import { Box, chakra, useFormat } from '../../ui/index.ts';

/** Whom the reporter can contact (PDPA section 23 (5)); nothing where the organisation has recorded nobody. */
export function Contacts({ controllers, officers }: PublicContacts) {
  const { t } = useTranslation('incidentReport');
  const { text } = useFormat();
  if (controllers.length + officers.length === 0) return null;
  return (
    <chakra.dl display="grid" gap="2" mt="3" textStyle="dense">
      {controllers.map(({ id, name, address, phone, email }) => (
        <Box key={id}>
          <chakra.dt color="muted">{t('contact.controller')}</chakra.dt>
          <chakra.dd overflowWrap="anywhere">
            {text(name)}
            <chakra.span display="block" whiteSpace="pre-line">
              {address}
            </chakra.span>
            {[phone, email].filter(Boolean).join(' · ')}
          </chakra.dd>
        </Box>
      ))}
      {officers.length > 0 && (
        <Box>
          <chakra.dt color="muted">{t('contact.officer')}</chakra.dt>
          {officers.map(({ email, phone }) => (
            <chakra.dd key={email} overflowWrap="anywhere">
              {[phone, email].filter(Boolean).join(' · ')}
            </chakra.dd>
          ))}
        </Box>
      )}
    </chakra.dl>
  );
}
