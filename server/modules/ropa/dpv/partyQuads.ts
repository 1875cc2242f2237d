import type { Quad } from 'n3';
import { DEFAULT_COUNTRY } from '../../../../shared/constants.ts';
import type { RopaPurpose } from '../../../../shared/ropa/record.ts';
import { LAW, localized, node, placeOf, recordIri, text } from './graph.ts';
import type { Written } from './sharedStatements.ts';
import { type Term, TRANSFERS } from './terms.ts';

/** Third parties that receive data, with their contracts, and the transfers to those abroad. */
export function* partyQuads(
  { register, shared }: Written,
  list: readonly (RopaPurpose['content']['thirdParties'][number] & { id: string })[],
): Generator<Quad> {
  for (const party of list) {
    const isAbroad = party.country !== DEFAULT_COUNTRY;
    const importer: Term[] = isAbroad ? ['dpv:DataImporter'] : [];
    yield* shared.once(recordIri(party.id), ['dpv:Recipient', 'dpv:ThirdParty', ...importer], {
      'dpv:hasName': text(party.name),
      'dpv:hasCountry': placeOf(party.country),
      'dpv:hasLegalMeasure': party.contract ? node(party.id, 'contract') : null,
    });
    if (party.contract) {
      yield* shared.once(recordIri(party.id, 'contract'), ['dpv:ThirdPartyAgreement'], {
        'dct:title': text(party.contract),
        'schema:endDate': party.contractExpiresOn ? { text: party.contractExpiresOn, type: 'xsd:date' } : null,
      });
    }
    if (!isAbroad) continue;
    yield* shared.once(recordIri(party.id, 'transfer'), ['dpv:Process', 'dpv:PersonalDataProcess'], {
      'dpv:hasProcessing': 'dpv:Transfer',
      'dpv:hasDataImporter': node(party.id),
      'dpv:hasThirdCountry': placeOf(party.country),
      'dpv:hasLegalBasis': party.safeguard ? node(register.id, `transfer-${party.safeguard}`) : null,
    });
    if (!party.safeguard) continue;
    const { types, section } = TRANSFERS[party.safeguard];
    yield* shared.once(
      recordIri(register.id, `transfer-${party.safeguard}`),
      ['dpv:DataTransferLegalBasis', ...types],
      {
        'skos:prefLabel': localized(`purposeScreen:safeguard.${party.safeguard}`),
        'dct:source': text(`PDPA s. ${section}`),
        ...LAW,
      },
    );
  }
}
