import type { Handlers } from '#lib/server/api/call.ts'
import type { personnelContract } from '../contract.ts'
import { findByIdentity } from './byIdentity.ts'
import { listGroups } from './catalogue.ts'
import { listPersonnel, newestPersonnel } from './certificates.ts'
import { peopleHandlers } from './peopleHandlers.ts'

export const personnelHandlers: Handlers<typeof personnelContract> = {
  'GET /app/publicity/person/group/list': listGroups,
  'GET /app/publicity/person/list': listPersonnel,
  'GET /app/publicity/person/top30': newestPersonnel,
  'POST /cert/query': findByIdentity,
  ...peopleHandlers,
}
