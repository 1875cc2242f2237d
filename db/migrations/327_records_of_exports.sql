-- Of which version of its record a document was made, or of the draft after it: the record may be published before the
-- approval of the document is requested. Null: not known, of documents made before.
alter table exports add column record_version integer, add column record_from_draft boolean;
