import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { expect, test } from 'vitest'

// The first 16 hex digits of the SHA-256 of each migration. A new migration adds a line; no line ever changes.
const LANDED = {
  '2026-11-25-01_text_functions.ts': 'fd30aeb18ab24eb7',
  '2026-11-25-02_accounts.ts': '6d70bdf4aa8e03ab',
  '2026-11-25-03_second_factors.ts': '34956e2008540f4b',
  '2026-11-25-04_catalog.ts': '7b39c05a0c41329f',
  '2026-11-25-05_deals.ts': '6bd75fa8d16681f5',
  '2026-11-25-06_lists_and_prices.ts': '70cdb15e419d7e45',
  '2026-11-25-07_reviews.ts': 'f8044f366b0fe000',
  '2026-11-25-08_contributions.ts': '5809c89998f07db1',
  '2026-11-25-09_purchases_suggestions_and_karma.ts': 'ebe667f430d045d2',
  '2026-11-25-10_reports_and_checks.ts': '768294c796c83ed1',
  '2026-11-25-11_queue_and_audit_log.ts': 'b6e0ebdec689406e',
  '2026-11-25-12_following.ts': '2a6303007b630213',
  '2026-11-25-13_clicks_and_imports.ts': 'e98b6b7046a6586a',
  '2026-11-25-14_announcements.ts': '80fc866293c4eabb',
  '2026-11-25-20_rules_in_functions.ts': '920d331f0c300513',
  '2026-11-26-01_last_seen_and_discounts.ts': '4c01bcbcadd28fac',
  '2026-11-26-02_latest_start.ts': '3c7c37570c8404e7',
  '2026-11-26-03_discounts_left_out.ts': 'c5663d6589551e4a',
  '2026-11-26-11_changes_from_files.ts': 'ada71af3a7c90fb9',
  '2026-11-26-12_stated_offers.ts': '54648a2df8f3f842',
  '2026-11-26-21_links_that_earn.ts': '349775e486d98647',
  '2026-11-26-31_pages.ts': 'ff7c194c34682077',
  '2026-11-26-41_pictures.ts': '9fe17cec7e1550fe',
  '2026-11-26-42_picture_fetches.ts': 'a09e24fd7aa4f5f9',
  '2026-11-26-51_suspensions.ts': '70f8ab1169835b0c',
  '2026-11-26-52_site_settings.ts': 'dad156fb97184637',
  '2026-11-26-53_logo.ts': '0f6aa65ffced42a5',
  '2026-11-26-61_bookmarks_follow_products.ts': 'd543c2b3e41e49a2',
  '2026-11-26-71_search_matches.ts': 'af0a235c56637028',
  '2026-11-27-01_programs_keep_their_platform.ts': '5382eda9fe08d4a7',
  '2026-11-27-41_known_devices.ts': '079efe4a2ad008bf',
  '2026-11-27-42_set_up_links.ts': '04f0943de1087cfd',
  '2026-11-27-43_passkeys.ts': 'fb9ec3c42bd16a2f',
  '2026-11-27-51_no_private_addresses.ts': '2a3c88df1041e2bb',
  '2026-11-27-52_pages_without_versions.ts': '3bc15b74993137ef',
  '2026-11-27-21_link_templates.ts': '6b8d0f0955ac4e0d',
  '2026-11-27-22_rows_without_slugs.ts': 'f5e06584cffda170',
  '2026-11-27-61_no_stated_offers.ts': '6c4808b5425e093b',
  '2026-11-27-62_clicks_counted_daily.ts': '33296dd71bda0d46',
  '2026-11-27-63_no_minhash.ts': '5417b58b481ccabe',
  '2026-11-27-23_links_of_intermediaries.ts': '12478e4c5b102a07',
  '2026-11-27-24_staged_links.ts': '82b71423d7087af7',
  '2026-11-27-71_currency_digits.ts': 'be9d66fcaef11742',
  '2026-11-28-21_effects_of_changes.ts': 'f607eca3ca367ee9',
  '2026-11-28-11_no_short_search.ts': '8b5498886b98c775',
  '2026-11-28-31_import_options.ts': 'b99ea2a30b28a43a',
  '2026-11-28-32_import_rows.ts': '8b2462804b7511e8',
  '2026-11-28-01_open_until.ts': 'c226dcdfb9af1839',
  '2026-11-28-32_no_queue_items.ts': 'a98d9ac7bedd5fa6',
  '2026-11-28-31_moderation_items.ts': '22ccea67a1cade7a',
  '2026-11-28-65_product_differences.ts': 'f8c72276ee726993',
  '2026-11-28-51_checked_versions.ts': 'd55c55e951e68daf',
  '2026-11-28-22_reported_fields.ts': '316b4f9eb9d4207a',
  '2026-11-28-55_imports_publish_in_bulk.ts': '6bdf0fb2b1111028',
  '2026-11-28-56_current_offers_by_statement.ts': '6c721b432392977b',
  '2026-11-28-61_record_versions.ts': 'e27cd882d11acbb9',
  '2026-11-28-83_notices.ts': 'b403ae52e933f23e',
  '2026-11-28-82_sources.ts': '70c65873db73ac14',
  '2026-11-28-81_refunds.ts': '39a22c90726bffe0',
  '2026-11-28-91_mails.ts': '5174d6f94167e972',
  '2026-11-28-a1_changed_deals.ts': '86ebef2dafb4f1bf',
  '2026-11-28-a2_review_versions.ts': 'e62b690629f053b9',
}

test('a migration that has landed is never edited, because databases have applied it', () => {
  const found = fs.readdirSync('migrations').map((file) => {
    const checksum = createHash('sha256')
      .update(fs.readFileSync(`migrations/${file}`))
      .digest('hex')
    return [file, checksum.slice(0, 16)]
  })
  expect(Object.fromEntries(found)).toEqual(LANDED)
})
