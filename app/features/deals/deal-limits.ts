/** The limits of the deal form, in code points or entries. The database checks the same ones. */
export const TITLE_MAX = 200
export const VENDOR_MAX = 200
export const SUMMARY_MAX = 500
export const DESCRIPTION_MAX = 20_000
export const URL_MAX = 2048
export const TAGS_MAX = 20
export const TAG_MAX = 50
export const PRO_CON_MAX = 500
/** At most so many pros, and as many cons. */
export const PROS_MAX = 50
export const QUESTION_MAX = 300
export const ANSWER_MAX = 3000
export const FAQS_MAX = 50
export const PRICE_MAX = '9999999.99'
