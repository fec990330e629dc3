import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { expect, test } from 'vitest'

// The first 16 hex digits of the SHA-256 of each migration. A new migration adds a line; no line ever changes.
const LANDED = {
  '2026-11-22-01_text_functions.ts': 'ae2f4deefd428db2',
  '2026-11-22-02_accounts.ts': '1bf0d0b627231416',
  '2026-11-22-03_catalog.ts': '7e9d42d84e431d5c',
  '2026-11-22-04_deal_lists.ts': 'bf12a489ff012b10',
  '2026-11-22-05_price_history_and_redirects.ts': '499ea295b377106b',
  '2026-11-22-06_contributions.ts': '8391b5e34f0e9704',
  '2026-11-22-07_karma.ts': '23f8c9a6b492ff1c',
  '2026-11-22-08_bookmarks_and_analytics.ts': '5d45b0644d8ba0f6',
  '2026-11-22-09_imports.ts': '7df2d73b7ac94aa6',
  '2026-11-22-10_seo_and_audit_log.ts': '460cea50828588e8',
  '2026-11-22-11_content_announcements.ts': '8da2e9071f0bb918',
  '2026-11-22-13_queue.ts': '7e8ec6a2e6880c4a',
  '2026-11-22-14_bulk_actions.ts': '63d13f74e8789986',
  '2026-11-22-15_shown_status.ts': '8741454c857f0661',
  '2026-11-22-16_shown_status_lists.ts': '426b27ab260eaa74',
  '2026-11-22-18_link_changes.ts': '470e0c1f99672e3a',
  '2026-11-22-19_ignored_page_offers.ts': 'fad8c298b1871835',
  '2026-11-22-21_import_start.ts': '1cf56118e0fa5ee4',
  '2026-11-22-22_freshness_lists.ts': 'cbd578f34b9e4001',
  '2026-11-22-23_products.ts': '7483ca7f6b5c4c40',
  '2026-11-22-24_suggestions.ts': '40144880f0c1de34',
  '2026-11-22-25_merged_deals.ts': 'd52f3a92cb0ec5aa',
  '2026-11-22-27_product_search.ts': '241f87dae14c9309',
  '2026-11-22-28_vendor_changes.ts': '05f3bb092339284c',
  '2026-11-22-29_current_offer_lists.ts': 'bf2cecbb1769e4fc',
  '2026-11-22-31_finding_products.ts': '9aa20119e64b9236',
  '2026-11-22-32_products_by_title.ts': '4e5a49bb082c0539',
  '2026-11-22-33_review_edits.ts': '66403ae7e20f345f',
  '2026-11-22-34_purchases.ts': 'd5ec5a712b6f648d',
  '2026-11-22-35_review_votes.ts': 'b894040025cf566d',
  '2026-11-22-36_purchase_proofs.ts': 'a4ce587383ca9041',
  '2026-11-22-37_follow_ups.ts': '6460d200b96d286a',
  '2026-11-22-38_review_reports.ts': 'b4b230b32e2d15d9',
  '2026-11-22-39_vendor_answers.ts': '9194668ac898b77a',
  '2026-11-22-40_public_profiles.ts': '5c07ea94075128ef',
  '2026-11-22-41_proofs_that_wait.ts': '3312d2d92a824f59',
  '2026-11-22-42_terms_and_plans.ts': 'fa7af76e25a45ddc',
  '2026-11-22-43_following.ts': '753053ad953585b9',
  '2026-11-22-44_kept_forms.ts': '65026bfd90a78485',
  '2026-11-22-45_silent_changes.ts': 'c8342d81d5c644ec',
  '2026-11-23-46_named_announcements.ts': 'f154adc714b779c8',
  '2026-11-23-48_devices.ts': 'ed70b528656b24e0',
  '2026-11-23-49_second_factors.ts': '60994c2dc8e12ea6',
  '2026-11-23-50_passkeys.ts': 'ee178c722898e7ca',
  '2026-11-25-01_vendor_slugs.ts': 'f3b4f4cdb0f05ff7',
  '2026-11-25-02_own_pictures.ts': 'b4faffd96a2225e3',
  '2026-11-25-10_hashed_private_addresses.ts': '8c913111bd5584da',
  '2026-11-25-11_second_factor_set_up.ts': '62591a6ece8c9ce9',
  '2026-11-25-15_former_names.ts': 'f1a8324d11b4b16e',
  '2026-11-25-20_undone_prices.ts': '4dc5e623effa00b6',
  '2026-11-25-21_no_karma_for_own_decisions.ts': '41076d33ef4b541e',
  '2026-11-25-22_reopened_reports.ts': '49f9870fe6ddbe51',
  '2026-11-25-23_connections_of_edits.ts': 'c7b85d42eda90da9',
  '2026-11-25-24_deals_of_closed_vendors.ts': '4fb2ca7b3062c30d',
  '2026-11-25-25_drop_kept_forms.ts': 'b3c6f230faf0e1ce',
  '2026-11-25-31_periods_of_prices.ts': '8de15a962bf96ed3',
  '2026-11-25-35_announcements_without_names.ts': 'fd388015790013cf',
  '2026-11-25-40_bulk_actions_in_the_audit_log.ts': '7c73a48c96c96237',
  '2026-11-25-41_proofs_and_reports_of_reviews.ts': '9c05e50bc01a3abe',
  '2026-11-25-50_kind_comments.ts': '9db143e4578c0c8d',
  '2026-11-25-60_events_by_functions.ts': 'd6f33f491f53988f',
  '2026-11-25-61_products_by_functions.ts': '470c49ab16177bd6',
  '2026-11-25-62_alerts_and_drafts.ts': '2c68d18635accb02',
  '2026-11-25-70_live_totals.ts': '29c7cfda6f7fb37c',
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
