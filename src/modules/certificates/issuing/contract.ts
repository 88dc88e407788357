import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, day, int, nothing, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { certificateFilters } from '../certificateFilters.ts'
import { certificateStatus } from '../verified.ts'
import { renewalTerms } from './renewal.ts'

const register = z.enum(['qualification', 'personnel', 'membership', 'award', 'appointment'], '不是有效的登记类别')

const row = z.object({
  id: z.int(),
  register,
  registerName: z.string(),
  number: z.string(),
  holderName: z.string(),
  organisationName: z.string(),
  provinceName: z.string(),
  groupName: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  issuedOn: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  status: certificateStatus,
  statusName: z.string(),
  isPublic: z.boolean(),
})

export type StaffCertificateRow = z.output<typeof row>

const chosenKind = z.string('请选择种类').regex(/^[\w-]{1,20}$/, '请选择种类')
const dated = {
  effectiveOn: day,
  reason: text(200).min(2, '请填写原因').prefault(''),
}
/** The newest event that was seen: who acts on an older one is told what has happened since. */
const seen = { id: int, seen: int }
const dates = { issuedOn: day, validFrom: day.nullish(), validTo: day.nullish() }
const change = z.object({ label: z.string(), before: z.string(), after: z.string() })
const done = z.object({ id: z.int(), number: z.string() })

export const bulkActs = ['suspended', 'resumed'] as const
export const acts = ['suspended', 'resumed', 'revoked', 'cancelled'] as const

export const issuingContract = {
  'GET /staff/certificate/list': {
    who: 'staff:certificates',
    provinces: 'within',
    summary:
      '全部登记证书，新发的在前；可按登记类别、种类、级别、今天的状态、地区、发证日期、到期日期和名称编号筛选，按 sort 所说的一列排序',
    ...registerList(certificateFilters, row),
    example: { register: 'qualification', status: 'expiring', key: '清源', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/certificate/export': {
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '证书列表的导出（Excel），条件和顺序与列表相同',
    ...registerExport(certificateFilters),
    example: { register: 'qualification' },
  },
  'GET /staff/certificate/kinds': {
    who: 'staff:certificates',
    provinces: 'free',
    summary: '各登记类别的大类、种类与级别；isIssued 为可以由工作人员签发',
    input: nothing,
    output: z.array(
      z.object({
        register,
        registerName: z.string(),
        isIssued: z.boolean(),
        groups: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            kinds: z.array(
              z.object({
                code: z.string(),
                name: z.string(),
                validYears: z.int().nullable(),
                /** Searchable but no longer issued. */
                isRetired: z.boolean().optional(),
                levels: z.array(z.object({ code: z.string(), name: z.string() })),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  'GET /staff/certificate/detail': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '一张证书的全部内容、历史、查验次数与可以办理的事项',
    input: byId,
    output: row.extend({
      organisationId: z.int().nullable(),
      personId: z.int().nullable(),
      isPersonal: z.boolean(),
      creditCode: z.string().nullable(),
      provinceCode: z.string().nullable(),
      levelCode: z.string(),
      scope: z.string(),
      issuer: z.string(),
      sourceName: z.string(),
      verifyUrl: z.string(),
      /** The newest event, to be sent back with an act. */
      seen: z.int(),
      canDo: z.array(z.enum([...acts, 'replaced', 'corrected'])),
      /** Consequences of ending it today; empty if there are none or if it cannot be ended here. */
      ifOver: z.array(z.string()),
      levels: z.array(z.object({ code: z.string(), name: z.string() })),
      events: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          kindName: z.string(),
          effectiveOn: z.string(),
          reason: z.string(),
          changes: z.array(change),
          actorName: z.string(),
          recordedAt: z.string(),
        }),
      ),
      lookups: z.object({ total: z.int(), last30d: z.int() }),
      predecessor: done.nullable(),
      successors: z.array(done),
    }),
    example: { id: 1 },
  },
  'POST /staff/certificate/issue': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '签发证书：单位证书给 organisationId，人员证书给 personId；编号留空则按规则取号，历史证书填写原编号',
    input: z.object({
      kindCode: chosenKind,
      levelCode: code.nullish(),
      organisationId: int.nullish(),
      personId: int.nullish(),
      number: text(40).nullish(),
      scope: text(500).nullish(),
      ...dates,
    }),
    output: done,
    example: { kindCode: 'QX01', levelCode: 'A', organisationId: 1, issuedOn: '2026-11-01' },
  },
  'POST /staff/certificate/act': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'revocation', when: { action: 'revoked' } },
    summary: '暂停、恢复、撤销、注销一张证书，从某一天起（不晚于今天），附原因；seen 为读到的最新一条历史',
    input: z.object({ ...seen, action: z.enum(acts, '应为可以办理的事项'), ...dated }),
    output: done,
    example: { id: 1, seen: 1, action: 'suspended', effectiveOn: '2026-11-01', reason: '未按规定提交年度报告' },
  },
  'POST /staff/certificate/bulk': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '批量暂停或恢复证书：逐张按各自的状态办理，互不影响，与逐张办理一样记入历史并告知持证者',
    input: z.object({ ids: bulkIds, action: z.enum(bulkActs, '应为暂停或恢复'), ...dated }),
    output: bulkResults,
    example: { ids: [1, 2], action: 'suspended', effectiveOn: '2026-11-01', reason: '未按规定提交年度报告' },
  },
  'POST /staff/certificate/renewMany': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary:
      '批量换证：到期前 90 天内或已到期的，逐张按种类的有效年限换发新编号的证书，原证书记为被替代；term 为 following 时新的有效期接着原来的算',
    input: z.object({
      ids: bulkIds,
      issuedOn: day,
      term: z.enum(renewalTerms, '应为 following 或 fromIssue').default('following'),
      reason: dated.reason,
    }),
    output: bulkResults,
    example: { ids: [1, 2], issuedOn: '2026-11-01', reason: '期满换证' },
  },
  'POST /staff/certificate/link': {
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '把一张没有关联持证者的证书关联到登记的单位或人员：此后其账号可见，到期前收到提醒',
    input: z.object({ ...seen, holderId: int }),
    output: done,
    example: { id: 1, seen: 1, holderId: 1 },
  },
  'POST /staff/certificate/replace': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '换发：签发一张替代它的新证书，新编号，两张互相链接；未给出的内容与原证书相同',
    input: z.object({
      ...seen,
      levelCode: code.nullish(),
      number: text(40).nullish(),
      scope: text(500).nullish(),
      ...dates,
      reason: dated.reason,
    }),
    output: done,
    example: { id: 1, seen: 1, issuedOn: '2026-11-01', reason: '单位更名' },
  },
  'POST /staff/certificate/correct': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '更正证书上的错误：form 只需给出改动的栏目；更正前后的内容记入历史并公开',
    input: z.object({ ...seen, form: formInput, ...dated }),
    output: done,
    example: { id: 1, seen: 1, form: { scope: '各类机电设备' }, effectiveOn: '2026-11-01', reason: '录入有误' },
  },
} as const satisfies Contract
