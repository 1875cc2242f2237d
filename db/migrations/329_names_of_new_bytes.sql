-- Names of bytes that are written before a row names them stand here meanwhile (server/platform/files/remove.ts). Whoever
-- removes such bytes locks the name first, which takes the right to change the row.
grant update (removed_at) on removed_files to pokpong_app;
