import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalCheck } from '../../../../shared/approvalLine/schema.ts';
import { Banner, Box, Button, Card, DropPlace, Text } from '../../../ui/index.ts';
import { CHECK_LIMIT, sha256Of } from './fileHash.ts';
import { FileVerdict } from './FileVerdict.tsx';
import { formatBytes } from '../../../formatBytes.ts';

type Hindrance = 'tooLarge' | 'unreadable' | 'insecure';

/** Compares a file of the reader with the approved document: by its hash, in their own browser. */
export function FileCheck({ approval }: { approval: ApprovalCheck }) {
  const { t } = useTranslation('approvalCheck');
  const [hashing, setHashing] = useState(false);
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [checked, setChecked] = useState<{ name: string; sha256: string } | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setChecked(null);
    setHindrance(isSecureContext ? (file.size > CHECK_LIMIT ? 'tooLarge' : null) : 'insecure');
    if (!isSecureContext || file.size > CHECK_LIMIT) return;
    setHashing(true);
    try {
      setChecked({ name: file.name, sha256: await sha256Of(file) });
    } catch {
      setHindrance('unreadable');
    } finally {
      setHashing(false);
    }
  };
  return (
    <Card title={t('file')}>
      {checked ? (
        <>
          <FileVerdict approval={approval} file={checked} />
          <Button mt="4" icon={<RotateCcw aria-hidden />} onClick={() => setChecked(null)}>
            {t('another')}
          </Button>
        </>
      ) : (
        <>
          <Text mb="3" color="muted">
            {t('fileLead')}
          </Text>
          <DropPlace
            busy={hashing}
            hint={t('drop')}
            choose={hashing ? t('hashing') : t('choose')}
            onFiles={([file]) => void take(file)}
          />
          {hindrance && (
            <Box mt="3">
              <Banner tone="warn" role="alert">
                {t(hindrance, { size: formatBytes(CHECK_LIMIT) })}
              </Banner>
            </Box>
          )}
        </>
      )}
    </Card>
  );
}
