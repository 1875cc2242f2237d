-- A key by which mails of a server are signed (DKIM, RFC 6376), and the name under which its public half stands in the DNS.
alter table mail_servers
  add column dkim_selector text not null default '',
  add column dkim_key bytea,              -- PKCS 8, PEM, sealed under the master key
  add column dkim_public text not null default '',  -- DER, base64
  add check ((dkim_selector = '') = (dkim_key is null));
