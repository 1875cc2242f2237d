import approvalEvidence from './approvalEvidence.ts';
import incidentDocument from './incidentDocument.ts';
import incidentLetter from './incidentLetter.ts';
import ropa from './ropa.ts';

/** Namespaces of documents that the server makes (exports, reports); no screen needs them. */
export default { approvalEvidence, incidentLetter, ropa, incidentDocument };
