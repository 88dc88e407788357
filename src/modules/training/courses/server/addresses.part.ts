import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { courseAddresses } from './addresses.ts'

definePublicAddresses({
  order: 50,
  path: '/admin/publicity/training',
  records: [courseAddresses],
  parts: ['training'],
})
