import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffCertificatesContract as contract } from '../staffContract.ts'
import { staffCertificatesHandlers as handlers } from './staffHandlers.ts'

const certificates = listOf('/staff/certificates', { contract, handlers, key: 'GET /staff/certificate/list' })

defineTasks({
  order: 190,
  code: 'expiring',
  name: '即将到期的证书',
  may: 'staff:certificates',
  of: certificates,
  filters: { status: 'expiring' },
})
