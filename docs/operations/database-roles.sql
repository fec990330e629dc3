-- The two roles that docs/security.md describes, for an empty database: `ledger_owner` has the tables and migrates them,
-- `site` reads and writes rows. Run by psql as a superuser, connected to the database of the site. PostgreSQL's image does
-- so when it makes the database; elsewhere: psql --file=database-roles.sql "$SUPERUSER_URL"
\set ON_ERROR_STOP on
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv site_password DATABASE_SITE_PASSWORD

create role ledger_owner login password :'owner_password';
create role site login password :'site_password';

select current_database() as name \gset
alter database :"name" owner to ledger_owner;
alter database :"name" set timezone = 'UTC';

-- Before the first migration, so that whatever it makes has these rights from the start.
grant usage on schema public to site;
alter default privileges for role ledger_owner grant usage on schemas to site;
alter default privileges for role ledger_owner grant select, insert, update, delete on tables to site;
alter default privileges for role ledger_owner grant usage, select on sequences to site;
alter default privileges for role ledger_owner grant execute on functions to site;
