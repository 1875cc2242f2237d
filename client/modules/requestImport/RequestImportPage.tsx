import { ImportPage } from '../../imports/ImportPage.tsx';
import { requestImport } from './kind.tsx';

/** The import of requests that ran elsewhere until now. */
export default function RequestImportPage() {
  return <ImportPage kind={requestImport} />;
}
