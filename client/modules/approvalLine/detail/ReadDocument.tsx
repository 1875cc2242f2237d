import { BookOpen, Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { Box, Button, chakra, Dialog, useDialog } from '../../../ui/index.ts';
import { downloadFrom } from '../../../exports/download.ts';
import { useOpened } from '../opened.ts';

/** From this width on a page of a document is readable inside a dialog. */
const WIDE = '(min-width: 768px)';

/** Opens the document, where a browser can display it, and downloads it. */
export function ReadDocument({ document }: Pick<ApprovalLine, 'document'>) {
  const { t } = useTranslation('approvalLine');
  const { markOpened } = useOpened(document.id);
  const panel = useDialog();
  const { viewUrl, format, name } = document;
  const download = () => {
    markOpened();
    downloadFrom(document);
  };
  const inTab = () => viewUrl && window.open(viewUrl, '_blank', 'noopener');
  const read = () => {
    markOpened();
    // On small screens browsers only display a PDF on its own page; an HTML page fits into any frame.
    if (format === 'html' || (navigator.pdfViewerEnabled && matchMedia(WIDE).matches)) panel.show();
    else inTab();
  };
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {viewUrl && (
        <Button icon={<BookOpen aria-hidden />} onClick={read}>
          {t('document.read')}
        </Button>
      )}
      <Button look={viewUrl ? 'quiet' : 'plain'} icon={<Download aria-hidden />} onClick={download}>
        {t('document.download')}
      </Button>
      {viewUrl && (
        <Dialog
          {...panel.props}
          side="right"
          width={1080}
          title={name}
          footer={
            <Button icon={<ExternalLink aria-hidden />} onClick={inTab}>
              {t('document.newTab')}
            </Button>
          }
        >
          <chakra.iframe
            // The page uses the entire width; its list of pages can be opened.
            src={format === 'pdf' ? `${viewUrl}#navpanes=0&view=FitH` : viewUrl}
            title={t('document.frame', { name })}
            // The response also forbids scripts; PDF viewers do not work in a sandbox.
            {...(format === 'html' && { sandbox: '' })}
            display="block"
            width="full"
            height="100%"
            minHeight="60dvh"
            borderWidth="1px"
            borderRadius="control"
            bg="white"
          />
        </Dialog>
      )}
    </Box>
  );
}

/** Beside the decision: a hint that the approver has not opened the document yet. It blocks nothing. */
export function NotOpened({ document }: Pick<ApprovalLine, 'document'>) {
  const { t } = useTranslation('approvalLine');
  const { opened } = useOpened(document.id);
  if (opened) return null;
  return (
    <chakra.p textStyle="dense" color="muted" display="flex" alignItems="center" gap="1.5">
      <BookOpen size={16} aria-hidden style={{ flexShrink: 0 }} />
      {t('document.notOpened')}
    </chakra.p>
  );
}
