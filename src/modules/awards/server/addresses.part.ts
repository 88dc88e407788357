import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'

definePublicAddresses({ order: 60, path: '/admin/publicity/award', parts: ['awards'] })
