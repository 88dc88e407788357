import { numeric } from 'drizzle-orm/pg-core'

/** What experts gave, and the mean of it. */
export const points = () => numeric({ precision: 7, scale: 3, mode: 'number' })
