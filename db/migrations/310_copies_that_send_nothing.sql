-- A copy of an installation sends nothing until an operator states that it takes the place of the original
-- (docs/decisions/118).
alter table installation add column silent_since timestamptz;  -- null: it sends
grant update (silent_since) on installation to pokpong_auth;

-- Why a mail server is not in use, or a mailing has ended early: `restored`, in a copy.
alter table mail_servers add column stopped text check (stopped = 'restored');
alter table privacy_notice_mailings add column paused text check (paused = 'restored');
