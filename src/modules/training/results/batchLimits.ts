/** In one batch of certificates; whoever is left goes into the next. */
export const MOST_IN_BATCH = 1000
