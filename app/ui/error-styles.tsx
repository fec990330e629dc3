import stylesheet from './error-page.css?url'

/** The style sheet of error pages. */
export const ErrorStyles = () => <link rel="stylesheet" href={stylesheet} />
