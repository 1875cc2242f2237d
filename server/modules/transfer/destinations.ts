import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { HOME_COUNTRY, UNNAMED_COUNTRY } from '../../../shared/country.ts';

// The rules of shared/dataSharing/transfer.ts in SQL, to count transfers: third parties and storage systems alike.
// Tests compare both.

/** Whether a country is outside Thailand; null, so neither true nor false, where none is recorded. */
export const isAbroad = (country: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${country} <> ${HOME_COUNTRY})`;

/**
 * Whether a place is incomplete: without a country, or abroad without a transfer mechanism. In a country that the
 * organisation regards as adequate none is needed; anywhere else adequacy is none (`needsSafeguard` of
 * shared/dataSharing/schema.ts).
 */
export const isUnsettled = (
  workspaceId: string,
  country: RawBuilder<unknown>,
  safeguard: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${country} is null or ${country} = ${UNNAMED_COUNTRY} or (${country} <> ${HOME_COUNTRY} and coalesce(${safeguard}, 'adequacy') = 'adequacy'
    and not exists (select from country_adequacy held where held.workspace_id = ${workspaceId}::uuid and held.country = ${country} and held.adequate)))`;

/**
 * Where data is stored, as the table (purpose_id, item_id): the storage systems that a purpose lists, and those of its
 * entries in data mappings, each once.
 */
export const storageOfPurposes = (workspaceId: string): RawBuilder<unknown> => sql`(
  select l.purpose_id, l.item_id from purpose_catalogue_items l
    join catalogue_items i on i.workspace_id = l.workspace_id and i.id = l.item_id and i.kind = 'storageSystem'
   where l.workspace_id = ${workspaceId}::uuid
  union
  select f.purpose_id, f.storage_system_id from data_flows f
   where f.workspace_id = ${workspaceId}::uuid and f.storage_system_id is not null)`;

/**
 * Third parties that receive data of a purpose, as the table (purpose_id, id, position, name, country, contract,
 * contract_expires_on, safeguard), one row for each of their countries: only named ones, of purposes that disclose.
 * Third parties of a purpose whose disclosure is switched off do not count.
 */
export const disclosedParties = (workspaceId: string): RawBuilder<unknown> => sql`(
  select t.purpose_id, t.id, t.position, t.name, place.country, t.contract, t.contract_expires_on, t.safeguard
    from purpose_third_parties t
    cross join lateral unnest(t.countries) as place (country)
    join purposes d on d.workspace_id = t.workspace_id and d.id = t.purpose_id and d.third_party_disclosure
   where t.workspace_id = ${workspaceId}::uuid and t.name <> '')`;

/** By what third parties `t` are one: their name, without letter case and spaces around it (docs/decisions/015). */
export const partyName = sql`lower(btrim(t.name))`;

/**
 * All destinations of purposes' data outside the organisation's own applications, as the table (kind, key, purpose_id,
 * position, party_id, storage_id, name, name_en, country, contract, contract_expires_on, safeguard): third parties that
 * data is disclosed to, in each of their countries, and storage systems. The country of a storage system can be null.
 */
export const destinations = (workspaceId: string): RawBuilder<unknown> => sql`(
  select 'thirdParty' as kind, t.id || ' ' || t.country as key, t.purpose_id, t.position, t.id as party_id, null::uuid as storage_id, t.name, '' as name_en, t.country,
         t.contract, t.contract_expires_on, t.safeguard
    from ${disclosedParties(workspaceId)} t
  union all
  select 'storage', s.purpose_id || ' ' || s.item_id, s.purpose_id, 0, null, s.item_id, i.name_th, i.name_en, i.country, null, null, i.safeguard
    from ${storageOfPurposes(workspaceId)} s
    join catalogue_items i on i.workspace_id = ${workspaceId}::uuid and i.id = s.item_id)`;

/**
 * Applications that send data to a country, or to a storage system, as the table (application_id): by what is edited,
 * and by what is published, since privacy notices state the latter. The two differ only while the next version is a
 * draft.
 */
export const sendingTo = (workspaceId: string, to: { country: string } | { storageSystemId: string }) => {
  const [country, storage] = 'country' in to ? [to.country, null] : [null, to.storageSystemId];
  return sql`(
  with systems as (
    select id from catalogue_items
     where workspace_id = ${workspaceId}::uuid and kind = 'storageSystem' and (id = ${storage}::uuid or country = ${country}::text)),
  sending as (
    select purpose_id from ${destinations(workspaceId)} d where d.storage_id = ${storage}::uuid or d.country = ${country}::text
    union
    select p.id from purposes p
      join purpose_versions v on (v.workspace_id, v.purpose_id, v.version) = (p.workspace_id, p.id, p.published_version)
     where p.workspace_id = ${workspaceId}::uuid and p.status = 'draft' and (
       jsonb_path_exists(v.content, '$.thirdParties[*] ? (@.country == $there || @.countries[*] == $there)', jsonb_build_object('there', ${country}::text))
       or exists (select from jsonb_path_query(v.content, '$.storageSystems[*].id') s join systems on systems.id = (s #>> '{}')::uuid)))
  select l.application_id from application_purposes l join sending using (purpose_id) where l.workspace_id = ${workspaceId}::uuid
  union
  select a.id from applications a
    join application_versions v on (v.workspace_id, v.application_id, v.version) = (a.workspace_id, a.id, a.published_version)
   where a.workspace_id = ${workspaceId}::uuid and a.status = 'draft' and (
     exists (select from jsonb_path_query(v.content, '$.purposes[*].id') p join sending on sending.purpose_id = (p #>> '{}')::uuid)
     or exists (select from jsonb_path_query(v.content, '$.dataMapping[*].storageSystem.id') s join systems on systems.id = (s #>> '{}')::uuid)))`;
};
