// npm run verify-receipt -- receipt.jws jwks.json [receipt.jsonld]: checks a signed consent receipt, without a network
// or a database. Ends with 0 when it is genuine, 1 when it is not or cannot be read.
import { readFileSync } from 'node:fs';
import { receiptView } from '../shared/consentReceipt/receipt.ts';
import { checkReceipt, submittedReceiptOf, kindOf } from '../shared/consentReceipt/check.ts';
import { keysOf } from '../shared/signed.ts';

const FAULTS = {
  shape: 'this is not a signed consent receipt, or it was cut short',
  key: 'it was not signed with any of these keys',
  signature: 'it was altered after it was signed',
  differs: 'the readable file does not equal the signed receipt',
};

process.exitCode = await verify(process.argv.slice(2));

async function verify(files: readonly string[]): Promise<0 | 1> {
  if (files.length < 2) {
    console.error('usage: npm run verify-receipt -- receipt.jws jwks.json [receipt.jsonld]');
    return 1;
  }
  let texts: string[];
  try {
    texts = files.map((file) => readFileSync(file, 'utf8'));
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  const submitted = submittedReceiptOf(texts);
  const keys = texts.filter((text) => kindOf(text) === 'keys').flatMap(keysOf);
  if (!submitted || keys.length === 0) {
    console.error(
      submitted ? 'none of these files holds keys (a JSON Web Key Set)' : 'none of these files is a signed receipt',
    );
    return 1;
  }
  const verdict = await checkReceipt(submitted, keys);
  if (!verdict.ok) {
    console.error(`NOT VALID: ${FAULTS[verdict.fault]}${verdict.keyId ? ` (key ${verdict.keyId})` : ''}`);
    return 1;
  }
  const view = receiptView(verdict.receipt);
  const both = ({ th, en }: { th: string; en: string }) => (th === en ? th : `${th} / ${en}`);
  const lines: [string, string][] = [
    ['Signed with', verdict.keyId],
    ['Published by', verdict.receipt['dct:publisher']],
    ['Receipt', view.id],
    ['Record', view.recordId],
    ['Data subject', [view.subject.uid, view.subject.name].filter(Boolean).join(' · ')],
    ...(view.guardian ? [['Guardian', view.guardian] as [string, string]] : []),
    ['Chosen', view.at],
    ['Issued', view.issuedAt],
    ['Controller', both(view.controller.name)],
    ['Contact', view.controller.contact.join(' · ')],
    ['Application', view.form.application],
    ['Form', `${both(view.form.title)} · version ${view.form.version} · ${view.language}`],
    ['Text shown', `SHA-256 ${view.form.sha256}`],
    ...(view.notice
      ? [['Privacy notice', `version ${view.notice.version} · SHA-256 ${view.notice.sha256}`] as [string, string]]
      : []),
    ...(view.until ? [['Valid until', view.until] as [string, string]] : []),
    ['Channel', view.method],
    ['Law', `${view.law} (${view.jurisdiction})`],
    ['Withdrawal', view.withdrawAt.address],
    ...view.purposes.map((purpose): [string, string] => [
      `  ${purpose.state}`,
      `${both(purpose.title)} · ${purpose.basis}`,
    ]),
  ];
  console.log(`GENUINE${submitted.readable === undefined ? '' : ', and the readable file says the same'}`);
  for (const [label, value] of lines) console.log(`${label.padEnd(14)} ${value}`);
  return 0;
}
