import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'

definePublicAddresses({ order: 40, path: '/admin/publicity/person', parts: ['personnel'] })
