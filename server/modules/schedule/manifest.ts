import { CompactSign } from 'jose';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { type DeliveryManifest, MANIFEST_TYPE } from '../../../shared/schedule/manifest.ts';
import { SIGNING_ALGORITHM } from '../../../shared/signed.ts';
import { signingKey } from '../../platform/crypto/signingKeys.ts';
import type { Deps } from '../../platform/trpc/context.ts';

/** The readable and signed description of a delivered file. */
export async function manifestOf(deps: Deps, manifest: DeliveryManifest): Promise<string> {
  const { id, privateKey } = await signingKey(deps);
  const jws = await new CompactSign(new TextEncoder().encode(canonicalJson(manifest)))
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: id, typ: MANIFEST_TYPE })
    .sign(privateKey);
  return `${JSON.stringify({ manifest, jws }, null, 2)}\n`;
}
