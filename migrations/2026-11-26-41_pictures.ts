import { type Kysely, sql } from 'kysely'

/** Pictures are stored in the database, in three sizes. A deal has the picture of its address. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('pictures')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('sha256', 'text', (col) => col.notNull().unique().check(sql`sha256 ~ '^[0-9a-f]{64}$'`))
    .addColumn('width', 'int4', (col) => col.notNull().check(sql`width > 0`))
    .addColumn('height', 'int4', (col) => col.notNull().check(sql`height > 0`))
    .addColumn('unused_since', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema
    .createTable('picture_files')
    .addColumn('picture_id', 'uuid', (col) => col.notNull().references('pictures.id').onDelete('cascade'))
    .addColumn('width', 'int4', (col) => col.notNull().check(sql`width in (480, 960, 1440)`))
    .addColumn('content', 'bytea', (col) => col.notNull())
    .addPrimaryKeyConstraint('picture_files_pkey', ['picture_id', 'width'])
    .execute()
  await db.schema
    .alterTable('deals')
    .addColumn('picture_id', 'uuid', (col) => col.references('pictures.id'))
    .execute()
  await sql`
    comment on table pictures is 'Pictures that staff uploaded or that a job fetched for a deal.';
    comment on column pictures.sha256 is 'Of the original file, which is not stored. Equal files are one picture.';
    comment on column pictures.width is 'Of the original, as it is shown.';
    comment on column pictures.unused_since is 'When the clean-up first found it unused; it is deleted after 30 days.';
    comment on table picture_files is 'WebP files of a picture. Sizes beyond that of the original are left out.';
    comment on column picture_files.width is 'The width for which it is made; a small original is narrower.';
    comment on column deals.picture_id is
      'The stored picture of hero_image_url: set by a trigger for an uploaded one, by a job once it is fetched.';
    -- The files are compressed already.
    alter table picture_files alter column content set storage external;
    create index deals_by_picture on deals (picture_id) where picture_id is not null;

    create function set_picture_of_deal() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.picture_id is not null then return new; end if;
      new.picture_id := (
        select id from pictures where sha256 = substring(new.hero_image_url, '^/pictures/([0-9a-f]{64})-'));
      return new;
    end $$;
    comment on function set_picture_of_deal is 'Sets the uploaded picture of an address, or none until a job fetches it.';
    create trigger deals_set_picture before insert on deals
      for each row when (new.hero_image_url is not null) execute function set_picture_of_deal();
    comment on trigger deals_set_picture on deals is 'Whatever writes a deal, its picture is that of its address.';
    create trigger deals_change_picture before update of hero_image_url on deals
      for each row when (old.hero_image_url is distinct from new.hero_image_url) execute function set_picture_of_deal();
    comment on trigger deals_change_picture on deals is 'Whatever writes a deal, its picture is that of its address.'
  `.execute(db)
}
