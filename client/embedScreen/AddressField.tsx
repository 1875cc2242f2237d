import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '../ui/form/index.ts';
import { chakra, CopyButton, Flex, LinkButton, Stack } from '../ui/index.ts';

interface AddressFieldProps {
  label: string;
  url: string;
  /** It is a page, with a button that opens it. */
  isPage?: boolean;
  /** Further actions. */
  children?: ReactNode;
}

/** An address for others, to copy. */
export function AddressField({ label, url, isPage = false, children }: AddressFieldProps) {
  const { t } = useTranslation('embedScreen');
  const id = useId();
  return (
    <Stack gap="2">
      <chakra.label htmlFor={id} fontWeight="semibold">
        {label}
      </chakra.label>
      <Input id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
      <Flex gap="2" wrap="wrap">
        <CopyButton text={url} label={label} />
        {isPage && (
          <LinkButton size="sm" icon={<ExternalLink aria-hidden />} href={url} target="_blank">
            {t('openPage')}
          </LinkButton>
        )}
        {children}
      </Flex>
    </Stack>
  );
}
