-- A partition needs the table for itself. Behind a long reader (a backup), every submission would queue after the one that
-- waits for it, so it gives up soon; its caller goes on without the partition.
alter function ensure_user_consent_months set lock_timeout = '3s';
