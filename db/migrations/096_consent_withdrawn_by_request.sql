-- Consent that is withdrawn by a request of the data subject holds everywhere, as what is withdrawn on their own page
-- does.
do $$
declare
  body text := pg_get_functiondef('user_consent_status'::regproc);
  now_says text := replace(body, 'c.channel = ''Withdrawal page'' as own_page', 'c.channel in (''Withdrawal page'', ''Data subject request'') as own_page');
begin
  if now_says = body then
    raise exception 'user_consent_status reads otherwise';
  end if;
  execute now_says;
end $$;
