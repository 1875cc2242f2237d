-- Files that no record owns are removed behind the wall of their workspace, as others are (server/platform/files/remove.ts).
-- The role that finds them no longer removes any, and need not know where their bytes are.
revoke delete on files from pokpong_system;
revoke select (storage_key) on files from pokpong_system;
