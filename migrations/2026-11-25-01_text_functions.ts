import { type Kysely, sql } from 'kysely'

/** Extensions, and the functions that search, links and duplicate detection are built on. */
export async function up(db: Kysely<unknown>) {
  await createExtensions(db)
  await createSearchFunctions(db)
  await createLinkFunctions(db)
}

async function createExtensions(db: Kysely<unknown>) {
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    create extension if not exists fuzzystrmatch
  `.execute(db)
}

async function createSearchFunctions(db: Kysely<unknown>) {
  await sql`
    create function fold_case(given text) returns text language sql immutable parallel safe strict as $$
      select translate(lower(given), 'ς', 'σ')
    $$;
    comment on function fold_case is
      'Lower case, with the final Greek sigma as any other sigma, so that searches ignore case.';

    create function extract_short_ngrams(given text) returns text[] language sql immutable parallel safe strict as $$
      select string_to_array(given, null)
        || string_to_array(regexp_replace(given, '..', E'\\\\&\\x01', 'g'), E'\\x01')
        || string_to_array(regexp_replace(substr(given, 2), '..', E'\\\\&\\x01', 'g'), E'\\x01')
    $$;
    comment on function extract_short_ngrams is
      'Single characters and pairs of adjacent ones, for search terms too short for trigrams.';

    create function compute_minhash(given text) returns bigint[] language sql immutable parallel safe strict as $$
      with words as (
        select regexp_split_to_array(btrim(regexp_replace(lower(given), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')), ' ') as list
      ), shingles as (
        select array_to_string(list[i:i + 2], ' ') as shingle
        from words, generate_series(1, greatest(cardinality(list) - 2, 1)) i
      )
      select array[
        min(hashtextextended(shingle, 1)), min(hashtextextended(shingle, 2)), min(hashtextextended(shingle, 3))
      ] from shingles
    $$;
    comment on function compute_minhash is
      'MinHash of all runs of three words under three hash functions. Texts that share half of their runs have one of the three values in common in seven cases out of eight. Splits at ASCII characters only, so that the result does not depend on the locale.'
  `.execute(db)
}

async function createLinkFunctions(db: Kysely<unknown>) {
  await sql`
    create function link_host(url text) returns text language sql immutable parallel safe
      return coalesce(substring(lower(url), '^[a-z]+://(?:[^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]+)'), '');
    comment on function link_host is 'The host of a web address, in lower case.';

    create function vendor_slug(name text, key text) returns text language sql immutable parallel safe as $$
      with plain as (
        select btrim(left(regexp_replace(key, '[^a-z0-9]+', '-', 'g'), 190), '-') as base,
          replace(replace(replace(replace(translate(lower(name), 'øđðłı’''', 'oddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
            '&', ' and ') as spelled
      ), split as (
        select base, btrim(regexp_replace(
          regexp_replace(normalize(spelled, nfkd), E'[\\u0300-\\u036f]+', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-') as words
        from plain
      )
      select coalesce(
        nullif(btrim(substring(words, '^' || regexp_replace(replace(base, '-', ''), '(.)', '\\1-?', 'g') || '(?![a-z0-9])'),
          '-'), ''),
        nullif(base, ''),
        'vendor-' || left(md5(key), 8))
      from split
    $$;
    comment on function vendor_slug is
      'The words of a name without company endings, which its key lacks; the key itself if they differ otherwise.'
  `.execute(db)
}
