import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TEMPLATE_FORMATS } from '../../shared/import/schema.ts';
import { Button, Flex, toast } from '../ui/index.ts';
import { saveBytes } from './saveBytes.ts';

type Format = (typeof TEMPLATE_FORMATS)[number];

/** The template of an import in each of its formats; `fetch` asks for its bytes. */
export function TemplateButtons({
  fetch,
  disabled = false,
}: {
  fetch: (format: Format) => Promise<Parameters<typeof saveBytes>[0]>;
  disabled?: boolean;
}) {
  const { t } = useTranslation('recordImport');
  const [busy, setBusy] = useState<Format | null>(null);
  const get = async (format: Format) => {
    setBusy(format);
    try {
      saveBytes(await fetch(format));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Flex gap="3" wrap="wrap">
      {TEMPLATE_FORMATS.map((format) => (
        <Button
          key={format}
          size="sm"
          icon={<Download />}
          disabled={disabled}
          loading={busy === format}
          onClick={() => void get(format)}
        >
          {t(`file.${format}`)}
        </Button>
      ))}
    </Flex>
  );
}
