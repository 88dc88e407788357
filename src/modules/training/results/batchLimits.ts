/** Maximum size of a batch; further people go into the next one. */
export const MOST_IN_BATCH = 1000
