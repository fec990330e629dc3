export const TAGLINE = 'Discover the best SaaS lifetime deals, backed by real buyer reviews and verified change logs.'
