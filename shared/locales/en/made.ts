import approvalEvidence from './approvalEvidence.ts';
import incidentDocument from './incidentDocument.ts';
import incidentLetter from './incidentLetter.ts';
import mail from './mail.ts';
import ropa from './ropa.ts';

/** Namespaces of documents and mails that the server makes; no screen needs them. */
export default { approvalEvidence, incidentLetter, mail, ropa, incidentDocument };
