/** Where the links of the calendar and the feed are made. */
export const ADDRESSES_SECTION = '/account/following#addresses'
