import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'

definePublicAddresses({ order: 10, path: '/admin/home' })
