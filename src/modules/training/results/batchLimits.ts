/** Maximum size of a batch; further people go into the next one. */
export const MAX_BATCH_SIZE = 1000
