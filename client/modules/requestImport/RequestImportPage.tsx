import { ImportPage } from '../../imports/ImportPage.tsx';
import { requestImport } from './kind.tsx';

/** The import of requests that were handled elsewhere until now. */
export default function RequestImportPage() {
  return <ImportPage kind={requestImport} />;
}
