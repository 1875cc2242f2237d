import type { Quad } from 'n3';
import { countriesOf, isAbroad, isCountryNamed } from '../../../../shared/country.ts';
import { groundAbroad } from '../../../../shared/dataSharing/transfer.ts';
import type { TransferSafeguard } from '../../../../shared/purpose/lawfulBasis.ts';
import type { RopaPurpose } from '../../../../shared/ropa/record.ts';
import { LAW, localized, node, placeOf, text } from './graph.ts';
import { recordIri } from './recordIri.ts';
import type { Written } from './sharedStatements.ts';
import { type Term, TRANSFERS } from './terms.ts';

/** Third parties that receive data, with their contracts, and the transfers to those abroad. */
export function* partyQuads(
  written: Written,
  list: readonly (RopaPurpose['content']['thirdParties'][number] & { id: string })[],
): Generator<Quad> {
  const { register, shared } = written;
  for (const party of list) {
    const abroad = countriesOf(party).filter(isAbroad);
    const importer: Term[] = abroad.length > 0 ? ['dpv:DataImporter'] : [];
    yield* shared.once(recordIri(party.id), ['dpv:Recipient', 'dpv:ThirdParty', ...importer], {
      'dpv:hasName': text(party.name),
      'dpv:hasCountry': countriesOf(party).map(placeOf),
      'dpv:hasLegalMeasure': party.contract ? node(party.id, 'contract') : null,
    });
    if (party.contract) {
      yield* shared.once(recordIri(party.id, 'contract'), ['dpv:ThirdPartyAgreement'], {
        'dct:title': text(party.contract),
        'schema:endDate': party.contractExpiresOn ? { text: party.contractExpiresOn, type: 'xsd:date' } : null,
      });
    }
    if (abroad.length === 0) continue;
    const ground = groundOf(register, abroad, party.safeguard);
    yield* shared.once(recordIri(party.id, 'transfer'), ['dpv:Process', 'dpv:PersonalDataProcess'], {
      'dpv:hasProcessing': 'dpv:Transfer',
      'dpv:hasDataImporter': node(party.id),
      'dpv:hasThirdCountry': abroad.map(placeOf),
      'dpv:hasLegalBasis': ground && node(register.id, `transfer-${ground}`),
    });
    if (ground) yield* groundQuads(written, ground);
  }
}

/** Locations of storage systems, and the transfers to those abroad. */
export function* storageQuads(written: Written, list: RopaPurpose['content']['storageSystems']): Generator<Quad> {
  const { register, shared } = written;
  for (const { id, country, safeguard } of list) {
    if (isCountryNamed(country))
      yield* shared.once(recordIri(id), ['dpv:StorageLocation'], { 'dpv:hasCountry': placeOf(country) }, `${id} place`);
    if (!isAbroad(country)) continue;
    const ground = groundOf(register, [country], safeguard);
    yield* shared.once(recordIri(id, 'transfer'), ['dpv:Process', 'dpv:PersonalDataProcess'], {
      'dpv:hasProcessing': 'dpv:Transfer',
      'dpv:hasStorageCondition': node(id),
      'dpv:hasThirdCountry': isCountryNamed(country) ? placeOf(country) : null,
      'dpv:hasLegalBasis': ground && node(register.id, `transfer-${ground}`),
    });
    if (ground) yield* groundQuads(written, ground);
  }
}

/** The ground of a transfer to these countries; null where it has none to one of them. */
function groundOf(
  { about }: Written['register'],
  abroad: readonly string[],
  safeguard: TransferSafeguard | null | undefined,
): TransferSafeguard | null {
  const adequate = new Set(about.adequate);
  const grounds = abroad.map((country) => groundAbroad({ country, safeguard }, adequate));
  return grounds.includes(null) ? null : (grounds[0] ?? null);
}

/** A transfer mechanism, stated once for the register. */
function* groundQuads({ register, shared }: Written, safeguard: TransferSafeguard): Generator<Quad> {
  const { types, section } = TRANSFERS[safeguard];
  yield* shared.once(recordIri(register.id, `transfer-${safeguard}`), ['dpv:DataTransferLegalBasis', ...types], {
    'skos:prefLabel': localized(`purposeScreen:safeguard.${safeguard}`),
    'dct:source': text(`PDPA s. ${section}`),
    ...LAW,
  });
}
