import { type Kysely, sql } from 'kysely'

/** A deal with another link is checked anew: what was found behind the old one says nothing about it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function link_host(url text) returns text language sql immutable parallel safe
      return coalesce(substring(lower(url), '^[a-z]+://(?:[^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]+)'), '');
    comment on function link_host is 'The host of a web address, in lower case.';

    create function restart_link_check() returns trigger language plpgsql as $$
    begin
      delete from deal_alerts
        where deal_id = new.id and status = 'PENDING' and kind in ('BROKEN_LINK', 'PAGE_DIFFERENCE');
      update link_checks set url = new.cta_url, host = link_host(new.cta_url), due_at = now(), checked_at = null,
        result = null, reason = null, failed_on = '{}', found = null, found_since = null, ignored = null
        where deal_id = new.id;
      return null;
    end $$;
    comment on function restart_link_check is 'Forgets what was found behind the link of a deal that has another one.';
    create trigger deals_restart_link_check after update of cta_url on deals
      for each row when (old.cta_url is distinct from new.cta_url) execute function restart_link_check();
    comment on trigger deals_restart_link_check on deals is 'A new link begins with no failures and no alerts.'
  `.execute(db)
}
