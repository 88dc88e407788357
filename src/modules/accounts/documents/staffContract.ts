import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField } from '#lib/form/formContract.ts'
import { removing, saving, siteRecord, version } from '#modules/settings/records.ts'
import { documentName } from '../ownAccountContract.ts'
import { documentBody, documentHead, versionState } from './contract.ts'

const published = documentHead.extend({
  id: z.int(),
  summary: z.string(),
  needsConsent: z.boolean(),
  state: versionState,
  stateName: z.string(),
  publishedAt: z.string(),
  /** Null: it came with the program. */
  publishedBy: z.string().nullable(),
  consents: z.int(),
})

export const documentDeskContract = {
  'GET /staff/document/list': {
    who: 'staff:site',
    summary: '隐私政策与用户协议：各个版本、同意人数和草稿',
    input: nothing,
    output: z.object({
      fields: z.array(formField),
      documents: z.array(
        siteRecord
          .omit({ uses: true })
          .extend({ document: documentName, isDraft: z.boolean(), published: z.array(published) }),
      ),
    }),
  },
  'GET /staff/document/detail': {
    who: 'staff:site',
    summary: '一个已发布版本的全文，以及它之前的版本，供比较',
    input: byId,
    output: documentBody.extend({
      id: z.int(),
      /** Full text in one string. */
      plain: z.string(),
      before: z.object({ version: z.string(), plain: z.string() }).nullable(),
    }),
    example: { id: 1 },
  },
  'POST /staff/document/save': {
    who: 'staff:site',
    summary: '保存一份文件的草稿；没有草稿时新建',
    maxBodyKb: 128,
    input: saving.input.required({ id: true }),
    output: saving.output,
    example: {
      id: 1,
      version: 'x',
      form: { title: '隐私政策', version: '2026-12', needsConsent: 'yes', text: '## 一、我们是谁' },
    },
  },
  'POST /staff/document/discard': {
    who: 'staff:site',
    summary: '放弃一份文件的草稿',
    ...removing,
  },
  'POST /staff/document/publish': {
    who: 'staff:site',
    confirm: true,
    summary: '发布草稿：到施行日期自动施行，发布后不能再改',
    input: z.object({ id: int, version }),
    output: nothing,
    example: { id: 1, version: 'x' },
  },
} as const satisfies Contract
