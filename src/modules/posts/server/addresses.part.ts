import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'

definePublicAddresses({ order: 21, path: '/admin/publicity/body', records: [] })
