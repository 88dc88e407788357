import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { code, int, nothing, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { peopleContract } from './peopleContract.ts'

/** Public data: without identity number, phone or birthday, so that these cannot leak. */
export const personnelRow = z.object({
  id: z.int(),
  /** Masked, unless the very name and the whole number were asked for. */
  name: z.string(),
  /** The employer when the certificate was issued. */
  orgName: z.string(),
  /** Id of the employer's page in the register of members, if it has one. */
  memberId: z.int().nullable(),
  groupName: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  certNo: z.string(),
  issueDate: z.string(),
  validTo: z.string().nullable(),
  certStatus: certificateStatus,
  certStatusName: z.string(),
})

export const section: Section = { title: '人员证书' }

export const personnelContract = {
  'GET /app/publicity/person/group/list': {
    who: 'anyone',
    summary: '人员证书的大类、种类与级别，连同各类当前有效的证书数；国家证只列出供参考',
    cached: true,
    input: nothing,
    output: z.array(
      z.object({
        groupId: z.int(),
        groupCode: z.string(),
        groupName: z.string(),
        kinds: z.array(
          z.object({
            kindId: z.int(),
            kindCode: z.string(),
            kindName: z.string(),
            levels: z.array(z.object({ code: z.string(), name: z.string() })),
            /** Null: it never ends. */
            validYears: z.int().nullable(),
            renewHours: z.int(),
            /** Requirements for a first certificate. */
            requirement: z.string(),
            /** Issued no more; who holds one holds it as before. */
            isRetired: z.boolean(),
            issuer: z.enum(['association', 'state']),
            issuerName: z.string(),
            count: z.int(),
          }),
        ),
        count: z.int(),
      }),
    ),
  },
  'GET /app/publicity/person/list': {
    who: 'anyone',
    summary:
      '人员证书，最新的在前，只列即将到期或已过期的时按到期日；姓名遮挡，同时给出准确的姓名和完整的证书编号时显示全名',
    cached: true,
    ...paged(
      {
        groupId: int.optional(),
        kindId: int.optional(),
        /** A level's code within the kind. */
        level: code.optional(),
        /** The whole name. */
        name: text(50).optional(),
        certNo: text(60).optional(),
        orgName: text(60).optional(),
        provinceCode: province.optional(),
        status: certificateStatus.optional(),
      },
      personnelRow,
    ),
    example: { groupId: 1, provinceCode: '320000', status: 'valid', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/person/top30': {
    who: 'anyone',
    summary: '最新颁发且当前有效的人员证书，最多 30 张，姓名遮挡',
    cached: true,
    input: z.object({ groupId: int.optional() }),
    output: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        orgName: z.string(),
        kindName: z.string(),
        levelName: z.string(),
        /** The last four digits. */
        certNoTail: z.string(),
        /** The month only, `2026-11`. */
        issueDate: z.string(),
      }),
    ),
  },
  'POST /cert/query': {
    who: 'anyone',
    summary:
      '凭准确的姓名和完整的证件号码查询一个人的证书，显示全名；须回答验证问题，查询记录持证人可见。只含同意公开的证书，两项有一项不符即为空',
    input: z.object({
      name: text(50).min(2, '请填写完整姓名').prefault(''),
      idNo: text(40).min(5, '请填写完整的证件号码').prefault(''),
      kindId: int.optional(),
      captchaId: text(40).optional(),
      captcha: text(100).optional(),
    }),
    output: z.object({ list: z.array(personnelRow) }),
    example: { name: '欧阳晓明', idNo: '110000198504120039', captchaId: 'qR1vXw2Jm0bN', captcha: '12' },
  },
  ...peopleContract,
} as const satisfies Contract
