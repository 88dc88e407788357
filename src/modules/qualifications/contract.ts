import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { publicRow } from '#modules/certificates/publicRow.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { applyingContract } from './applying/contract.ts'
import { outlookContract } from './applying/outlookContract.ts'
import { ownCertificatesContract } from './applying/ownCertificatesContract.ts'
import { guideContract } from './catalogue/guideContract.ts'
import { eligibilityContract } from './eligibility/eligibilityContract.ts'
import { legacyContract } from './legacy/contract.ts'
import { rectifyContract } from './site/rectifyContract.ts'

export const qualificationRow = z.object({
  id: z.int(),
  orgName: z.string(),
  /** Id of the company's page in the register of members, if it has one. */
  memberId: z.int().nullable(),
  creditCode: z.string().nullable(),
  provinceName: z.string(),
  ...publicRow,
})

export const section: Section = { title: '单位资质' }

export const qualificationsContract = {
  ...applyingContract,
  ...eligibilityContract,
  ...outlookContract,
  ...rectifyContract,
  ...legacyContract,
  ...guideContract,
  'GET /app/publicity/qualification/list': {
    who: 'anyone',
    summary:
      '单位资质证书，最新的在前，只列即将到期或已过期的时按到期日；单位名称与证书编号可只给一部分，状态“有效”包含即将到期的',
    cached: true,
    ...paged(
      {
        groupId: int.optional(),
        childId: int.optional(),
        levelId: int.optional(),
        orgName: text(60).optional(),
        certNo: text(60).optional(),
        creditCode: text(18).optional(),
        provinceCode: province.optional(),
        status: certificateStatus.optional(),
      },
      qualificationRow,
    ),
    example: { groupId: 1, orgName: '清洗', status: 'valid', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/qualification/top30': {
    who: 'anyone',
    summary: '最新颁发且当前有效的单位资质证书，最多 30 张',
    cached: true,
    input: z.object({ groupId: int.optional() }),
    output: z.array(
      z.object({
        id: z.int(),
        orgName: z.string(),
        childName: z.string(),
        levelName: z.string(),
        certNo: z.string(),
        issueDate: z.string(),
      }),
    ),
  },
  ...ownCertificatesContract,
} as const satisfies Contract
