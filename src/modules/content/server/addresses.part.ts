import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { articleAddresses, columnAddresses } from './addresses.ts'

definePublicAddresses({ order: 80, records: [columnAddresses, articleAddresses] })
