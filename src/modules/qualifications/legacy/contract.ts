import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { remark } from '#modules/review/applicationShape.ts'
import { state } from '#modules/review/stateContract.ts'
import { MAX_SCANS } from './legacyForm.ts'

const typed = (max: number) => text(max).default('')
const status = { status: state, statusName: z.string() }
const scans = z.array(int, '应为文件的列表').max(MAX_SCANS, `最多 ${MAX_SCANS} 个文件`)

/** The ticket of who has proved a phone comes in the header `ticket`, as that of a handover does. */
export const legacyContract = {
  'GET /qualification/old/getApply': {
    who: 'anyone',
    knowsMembers: true,
    summary:
      '旧证补录：空白表和可选的种类；给出 token（短信中的链接）、id 或 certNo 与 creditCode 时，连同办理进度、退回意见、能否更正。所填内容只给提交的单位账号，或手机经过验证（请求头 ticket）的提交人',
    input: z.object({
      token: text(200).optional(),
      id: int.optional(),
      certNo: text(60).optional(),
      creditCode: text(40).optional(),
    }),
    output: z.object({
      fields: z.array(formField).readonly(),
      kinds: z.array(
        z.object({
          groupId: z.int(),
          groupName: z.string(),
          childId: z.int(),
          childName: z.string(),
          levels: z.array(z.object({ levelId: z.int(), levelName: z.string() })),
        }),
      ),
      /** A visitor has to prove a phone first. */
      needsCode: z.boolean(),
      prefill: formValues,
      /** The register has the certificate already. */
      registered: z.object({ certNo: z.string(), orgName: z.string(), claimable: z.boolean() }).nullable(),
      apply: z
        .object({
          id: z.int(),
          applyNo: z.string(),
          certNo: z.string(),
          ...status,
          /** Sentence about the next step and who does it. */
          next: z.string(),
          auditReason: z.object({ reason: z.string(), items: z.array(remark) }).nullable(),
          deadline: z.string().nullable(),
          submitTime: z.string(),
          updateTime: z.string(),
          canEdit: z.boolean(),
          /** Null for who has not shown to be the one who handed it in. */
          own: z
            .object({
              form: formValues,
              files: z.array(z.object({ id: z.int(), name: z.string() })),
              openFields: z.array(z.string()),
              canReplaceScan: z.boolean(),
            })
            .nullable(),
        })
        .nullable(),
    }),
    example: { certNo: '行评(A)字第0123号', creditCode: '91110105MA00DEM14D' },
  },
  'POST /qualification/old/phone': {
    who: 'anyone',
    summary:
      '旧证补录：联系人凭短信验证码（用途 legacy）证明手机号，得到一天内上传扫描件、提交和更正用的凭据（请求头 ticket）',
    limit: { name: 'legacy/phone', max: 20, per: 3_600_000 },
    input: z.object({ contactMobile: text(30), smsCode: text(20) }),
    output: z.object({ ticket: z.string() }),
    example: { contactMobile: '13900001234', smsCode: '204816' },
  },
  'POST /qualification/old/file': {
    who: 'anyone',
    duties: ['applications'],
    knowsMembers: true,
    upload: true,
    summary: '旧证补录：上传证书扫描件（PDF 或照片）；访客的请求头须带 ticket',
    limit: { name: 'legacy/file', max: 40, per: 3_600_000 },
    input: nothing,
    output: storedFile,
  },
  'POST /qualification/old/submit': {
    who: 'anyone',
    duties: ['applications'],
    knowsMembers: true,
    summary:
      '旧证补录：提交或更正。访客须带 ticket，或以 smsCode 验证手机；种类给出 childId（及 levelId），目录中没有的照证书写 oldKind（及 oldLevel）',
    limit: { name: 'legacy/submit', max: 30, per: 3_600_000 },
    input: z.object({
      /** Application to correct; if absent, the open application with this number. */
      id: int.optional(),
      certNo: typed(60),
      orgName: typed(100),
      creditCode: typed(40),
      provinceCode: typed(10),
      groupId: int.optional(),
      childId: int.optional(),
      levelId: int.optional(),
      oldKind: typed(60),
      oldLevel: typed(40),
      scope: typed(600),
      issueDate: typed(20),
      validTo: typed(20),
      certScan: z.union([int, scans], '应为文件的编号，或其列表').default([]),
      contactName: typed(60),
      contactMobile: typed(30),
      smsCode: typed(20),
      agree: z.boolean('应为 true 或 false').default(false),
      answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
    }),
    output: z.object({ id: z.int(), applyNo: z.string(), ...status }),
    example: {
      certNo: '行评(A)字第0123号',
      orgName: '示例机电有限公司',
      creditCode: '91110105MA00DEM14D',
      provinceCode: '110000',
      oldKind: '设备维修',
      oldLevel: 'A 级',
      scope: '各类机电设备',
      issueDate: '2015-06-01',
      validTo: '2019-05-31',
      certScan: [1],
      contactName: '李晓明',
      contactMobile: '13900001234',
      smsCode: '204816',
      agree: true,
    },
  },
} as const satisfies Contract
