/** The IRI of a record; of a part of it when named. It stays the same from export to export. */
export const recordIri = (id: string, part?: string): string => `urn:uuid:${id}${part ? `#${part}` : ''}`;
