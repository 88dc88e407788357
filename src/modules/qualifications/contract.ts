import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { publicRow } from '#modules/certificates/publicRow.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { applicationTypes, qualificationStages } from './applying/applicationTypes.ts'
import { applyingContract } from './applying/contract.ts'
import { eligibilityContract } from './eligibility/eligibilityContract.ts'
import { outlookContract } from './eligibility/outlookContract.ts'
import { legacyContract } from './legacy/contract.ts'
import { levelOffered } from './levelShape.ts'
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

export const qualificationsContract = {
  ...applyingContract,
  ...eligibilityContract,
  ...outlookContract,
  ...rectifyContract,
  ...legacyContract,
  'GET /app/publicity/qualification/group/list': {
    who: 'anyone',
    summary: '单位资质的大类，连同各类当前有效的证书数',
    cached: true,
    input: nothing,
    output: z.array(z.object({ groupId: z.int(), groupCode: z.string(), groupName: z.string(), count: z.int() })),
  },
  'GET /app/publicity/qualification/child/list': {
    who: 'anyone',
    summary: '某一大类下的种类，连同各种类当前有效的证书数',
    cached: true,
    input: z.object({ groupId: int }),
    output: z.array(
      z.object({
        childId: z.int(),
        childCode: z.string(),
        childName: z.string(),
        /** Validity of a certificate in years. */
        validYears: z.int(),
        count: z.int(),
      }),
    ),
    example: { groupId: 1 },
  },
  'GET /app/publicity/qualification/level/list': {
    who: 'anyone',
    summary: '某一种类的级别：允许范围、条件与评审费',
    cached: true,
    input: z.object({ childId: int }),
    output: z.array(levelOffered),
    example: { childId: 101 },
  },
  'GET /app/publicity/qualification/group': {
    who: 'anyone',
    summary: '一个大类的介绍、评价办法，以及按种类和级别统计的有效证书数；不给 groupId 时为第一个大类',
    cached: true,
    input: z.object({ groupId: int.optional() }),
    output: z.object({
      groupId: z.int(),
      groupCode: z.string(),
      groupName: z.string(),
      intro: z.string(),
      /** Articles. */
      rules: z.array(z.object({ id: z.int(), title: z.string() })),
      stat: z.array(z.object({ childName: z.string(), levelName: z.string(), num: z.int() })),
    }),
    example: { groupId: 1 },
  },
  'GET /app/publicity/qualification/kind': {
    who: 'anyone',
    summary: '一个种类的办事指南：级别、条件、评审费、材料、环节与通常用时',
    cached: true,
    input: z.object({ kindId: int }),
    output: z.object({
      childId: z.int(),
      childCode: z.string(),
      childName: z.string(),
      isOpen: z.boolean(),
      groupId: z.int(),
      groupName: z.string(),
      groupIntro: z.string(),
      validYears: z.int(),
      renewAheadMonths: z.int(),
      /** Days of each year between which it is accepted, as `01-01`. */
      annualReport: z.object({ from: z.string(), to: z.string() }).nullable(),
      /** Levels that can be applied for; `fee` is for a first application, in yuan. */
      levels: z.array(levelOffered),
      /** Documents required in addition to the stamped form. */
      materials: z.array(z.object({ name: z.string(), required: z.boolean(), hint: z.string() })),
      asked: z.array(z.string()),
      stages: z.array(z.enum(qualificationStages)).readonly(),
      /** Median of the latest, from submission to certificate; null where there are too few. */
      usualDays: z.int().nullable(),
      /** Articles. */
      rules: z.array(z.object({ id: z.int(), title: z.string() })),
    }),
    example: { kindId: 101 },
  },
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
  'GET /member/qualification/list': {
    who: 'member',
    summary: '本单位（个人账号：本人）的证书，最先到期的在前；可按状态筛选',
    input: z.object({ status: certificateStatus.optional() }),
    output: z.array(
      z.object({
        register: z.enum(['qualification', 'personnel', 'award']),
        certId: z.int(),
        certNo: z.string(),
        groupName: z.string(),
        childName: z.string(),
        levelName: z.string(),
        /** Codes of the catalogue. */
        childCode: z.string(),
        levelCode: z.string(),
        scope: z.string(),
        issueDate: z.string(),
        /** Null: until further notice. */
        validTo: z.string().nullable(),
        certStatus: certificateStatus,
        certStatusName: z.string(),
        /** Negative: over since so many days. */
        daysLeft: z.int().nullable(),
        verifyUrl: z.string(),
        lookups30d: z.int(),
        /** Applications possible for this certificate; with the reason where one is not possible now. */
        can: z.array(
          z.object({
            type: z.enum(applicationTypes),
            name: z.string(),
            hindrance: z.string().nullable(),
            /** The one that is under way already. */
            applicationId: z.int().nullable(),
          }),
        ),
        canRenew: z.boolean(),
        canAnnual: z.boolean(),
        /** Requirements of the level that the company no longer meets, in a sentence. */
        shortfall: z.string().nullable(),
        hasFile: z.boolean(),
      }),
    ),
    example: { status: 'expiring' },
  },
} as const satisfies Contract
