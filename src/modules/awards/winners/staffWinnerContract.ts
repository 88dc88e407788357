import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, nothing, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { winnerFilters } from '../winnerFilters.ts'
import { winnerStates } from '../winnerStates.ts'

const awards = { who: 'staff:awards' } as const
const row = z.object({
  id: z.int(),
  version: z.int(),
  year: z.int(),
  kindId: z.int(),
  kindName: z.string(),
  name: z.string(),
  subTypeName: z.string(),
  groupName: z.string(),
  levelName: z.string(),
  awardedOn: z.string(),
  organisations: z.array(z.string()),
  persons: z.array(z.string()),
  sort: z.int(),
  state: z.enum(winnerStates),
  stateName: z.string(),
  shownFrom: z.string().nullable(),
  withdrawn: z.object({ date: z.string(), reason: z.string() }).nullable(),
  /** Application of the entry; null if the winner was typed in or imported. */
  applicationId: z.int().nullable(),
  certificates: z.int(),
})
const known = { id: int, version: int }
const changed = z.object({ id: z.int(), version: z.int() })
const reason = text(200).min(2, '请填写原因')
const ofOne = { kindId: int, year: int }

export const staffWinnerContract = {
  'GET /staff/award-winner/list': {
    ...awards,
    summary: '获奖名单：年度近的在前，同一奖项按等级；可按年度、奖项、等级、状态筛选，按项目、单位、个人或证书编号查找',
    ...registerList(winnerFilters, row),
    example: { year: 2025, state: 'unpublished', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/award-winner/export': {
    ...awards,
    summary: '获奖名单的导出（Excel），条件与列表相同',
    ...registerExport(winnerFilters),
    example: { year: 2025 },
  },
  'GET /staff/award-winner/options': {
    ...awards,
    summary: '获奖名单可筛选的年度、奖项与等级',
    input: nothing,
    output: z.object({
      kinds: z.array(z.object({ id: z.int(), name: z.string() })),
      years: z.array(z.int()),
      levels: z.array(z.string()),
    }),
  },
  'GET /staff/award-winner/detail': {
    ...awards,
    summary: '一个获奖项目，连同它的证书',
    input: byId,
    output: row.extend({
      papers: z.array(
        z.object({
          certificateId: z.int(),
          number: z.string(),
          holderName: z.string(),
          role: z.string(),
          place: z.int(),
          statusName: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/award-winner/save': {
    ...awards,
    summary:
      '录入往年的获奖项目（没有证书），或更正一个获奖项目并写明原因：有证书的，证书随之更正；奖项、等级、单位和人员的数目不在这里改',
    input: z.object({ id: int.optional(), version: int.optional(), form: formInput, reason: text(200).optional() }),
    output: changed,
    example: {
      form: {
        kindId: '1',
        year: 2019,
        name: '工业废液处理技术',
        levelName: '二等奖',
        awardedOn: '2019-11-20',
        organisations: '示例机电有限公司',
      },
    },
  },
  'POST /staff/award-winner/publish': {
    ...awards,
    confirm: true,
    summary: '从某一天起一起公布所选的获奖项目；不给日期则撤下，不再公布。全部生效或全部不生效',
    input: z.object({
      ids: z.array(int, '应为获奖项目的列表').min(1, '请先选择获奖项目').max(500, '一次最多 500 个'),
      on: day.nullable(),
    }),
    output: z.object({ count: z.int() }),
    example: { ids: [1, 2, 3], on: '2026-12-01' },
  },
  'POST /staff/award-winner/withdraw': {
    sends: true,
    ...awards,
    confirm: true,
    secondPerson: { rule: 'revocation' },
    summary: '撤销奖励（弄虚作假等）：它的证书全部撤销，名单中保留并公开注明日期与原因；不能恢复',
    input: z.object({ ...known, effectiveOn: day, reason }),
    output: changed,
    example: { id: 1, version: 2, effectiveOn: '2026-11-20', reason: '经查申报材料不实' },
  },
  'POST /staff/award-winner/remove': {
    ...awards,
    confirm: true,
    summary: '删除录入有误、没有证书也尚未公布的获奖项目',
    input: z.object({ ...known, reason }),
    output: nothing,
    example: { id: 1, version: 1, reason: '重复录入' },
  },
  'GET /staff/award-winner/zip': {
    ...awards,
    summary: '一个奖项一个年度的全部获奖证书（PDF），一个 ZIP 文件，边生成边下载；记入审计日志',
    input: z.object(ofOne),
    output: 'file',
    example: { kindId: 1, year: 2026 },
  },
  'GET /staff/award-winner/announcement': {
    ...awards,
    summary: '一个奖项一个年度的获奖公告文稿，用于粘贴或存为文章草稿',
    input: z.object(ofOne),
    output: z.object({
      title: z.string(),
      html: z.string(),
      count: z.int(),
      /** The column for such announcements, where there is one. */
      catalogId: z.int().nullable(),
    }),
    example: { kindId: 1, year: 2026 },
  },
} as const satisfies Contract
