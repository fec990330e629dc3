/** The look of error pages: those of the app, and those that the edge writes as text (edge/errors.server). */
export const ERROR_LOOK = {
  page: 'grid max-w-160 content-center justify-items-start gap-4.5 py-14 md:py-16 xl:py-29',
  title: 'text-display',
  actions: 'mt-3 flex flex-wrap gap-3',
}
