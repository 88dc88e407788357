import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { memberAddresses } from './addresses.ts'

definePublicAddresses({ order: 20, path: '/admin/publicity/member', records: [memberAddresses] })
