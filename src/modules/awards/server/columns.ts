import { numeric } from 'drizzle-orm/pg-core'

export const points = () => numeric({ precision: 7, scale: 3, mode: 'number' })
