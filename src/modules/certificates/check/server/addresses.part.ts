import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'

definePublicAddresses({ order: 70, path: '/admin/verify', parts: ['qualifications', 'personnel'] })
