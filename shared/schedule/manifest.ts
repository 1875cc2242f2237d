import { canonicalJson } from '../canonicalJson.ts';
import { checkSigned, parsed, type PublicKey } from '../signed.ts';

/** Says what was signed, so that nothing else signed by the same key passes for a manifest. */
export const MANIFEST_TYPE = 'delivery-manifest+jws';
export const MANIFEST_ENDING = '.manifest.json';

/** What was delivered. */
export interface DeliveryManifest {
  readonly file: string;
  readonly bytes: number;
  /** Of the file as it was delivered, hex. */
  readonly sha256: string;
  readonly rows: number;
  readonly format: string;
  readonly encrypted: boolean;
  readonly content: string;
  /** Of changes: the moment of the delivery before. */
  readonly since: string | null;
  readonly asOf: string;
  readonly schedule: { readonly id: string; readonly name: string };
  readonly workspace: { readonly id: string; readonly name: string };
  readonly form: { readonly id: string; readonly name: string };
}

/**
 * Why a manifest is not good: `shape` no manifest, `key` not signed by any of these keys, `signature` changed since it
 * was signed, `differs` its readable part says something else than the signed one.
 */
type ManifestFault = 'shape' | 'key' | 'signature' | 'differs';
type ManifestVerdict =
  | { readonly ok: true; readonly manifest: DeliveryManifest; readonly keyId: string }
  | { readonly ok: false; readonly fault: ManifestFault };

/** Checks the manifest that lies beside a delivered file, without a network. */
export async function checkManifest(text: string, keys: readonly PublicKey[]): Promise<ManifestVerdict> {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || !('jws' in value) || typeof value.jws !== 'string')
    return { ok: false, fault: 'shape' };
  const signed = await checkSigned(value.jws, MANIFEST_TYPE, keys);
  if (!signed.ok) return signed;
  const { content, keyId } = signed;
  if (!('manifest' in value) || canonicalJson(value.manifest) !== canonicalJson(content))
    return { ok: false, fault: 'differs' };
  return { ok: true, manifest: content as unknown as DeliveryManifest, keyId };
}
