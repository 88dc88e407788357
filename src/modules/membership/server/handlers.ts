import type { Handlers } from '#lib/server/call.ts'
import type { membershipContract } from '../contract.ts'
import { countByLevel, countByProvince } from './count.ts'
import { listMembers, newestMembers } from './members.ts'
import { listMemberQualifications, showMember } from './profile.ts'

export const membershipHandlers: Handlers<typeof membershipContract> = {
  'GET /app/publicity/member/type/list': countByLevel,
  'GET /app/publicity/member/list': listMembers,
  'GET /app/publicity/member/top30': newestMembers,
  'GET /app/publicity/member/province/list': countByProvince,
  'GET /app/publicity/member/detail': showMember,
  'GET /app/publicity/member/qualification/list': listMemberQualifications,
}
