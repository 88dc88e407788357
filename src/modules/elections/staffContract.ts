import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, day, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { means } from '#modules/ballots/ballotWords.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { candidateInput } from './candidateContract.ts'
import { electionFilters, rollFilters } from './electionFilters.ts'
import {
  consents,
  duties,
  electionStates,
  groupings,
  MAX_COMMITTEE,
  MAX_CONTESTS,
  objectionKinds,
  objectionStates,
  outcomes,
  reviews,
} from './electionWords.ts'

export const section: Section = { title: '换届选举' }

const who = 'staff:elections' as const
const seen = { id: int, version: int }
const moved = z.object({ id: z.int(), version: z.int() })
const reason = text(200).min(1, '请填写原因')
const moment = z.iso.datetime({ offset: true, message: '应为时间' })
const added = z.object({ id: z.int() })

const row = z.object({
  id: z.int(),
  title: z.string(),
  bodyName: z.string(),
  termNumber: z.string(),
  termEnds: z.string(),
  votesOn: z.string().nullable(),
  seats: z.int(),
  voters: z.int(),
  state: z.enum(electionStates),
  stateName: z.string(),
})
const named = z.object({ id: z.int(), name: z.string() })
const committee = z.array(
  z.object({
    name: text(40).min(1, '请填写姓名'),
    organisationName: text(60).default(''),
    duty: z.enum(duties, '请选择分工'),
  }),
)

export const electionRecords = {
  electionRule: {
    who,
    called: '选举办法',
    list: listing(siteRecord.extend({ sentences: z.array(z.string()) })),
  },
} as const satisfies Record<string, RecordType>

export const staffElectionsContract = {
  'GET /staff/election/list': {
    who,
    summary: '换届选举，届满日晚的在前；按机构、状态和届满日筛选',
    ...registerList(electionFilters, row),
    example: { state: 'voting', pageNum: 1 },
  },
  'GET /staff/election/export': {
    who,
    confirm: true,
    summary: '导出换届选举为 XLSX，条件和顺序与列表相同',
    ...registerExport(electionFilters),
    example: { state: 'confirmed' },
  },
  'GET /staff/election/choices': {
    who,
    summary: '可以换届的机构及其职务、现在的届次和选举办法',
    input: nothing,
    output: z.object({
      bodies: z.array(
        named.extend({
          isAssembly: z.boolean(),
          posts: z.array(named),
          term: z.object({ number: z.string(), toDay: z.string().nullable() }).nullable(),
          sentences: z.array(z.string()),
        }),
      ),
    }),
  },
  'GET /staff/election/detail': {
    who,
    summary: '一次换届选举：日程、选举办法、工作机构、名额、名册、异议、候选人、投票和结果',
    input: byId,
    output: row.extend({
      version: z.int(),
      bodyId: z.int(),
      votingBodyId: z.int(),
      votingBodyName: z.string(),
      termFrom: z.string(),
      termTo: z.string().nullable(),
      place: z.string(),
      reportedOn: z.string().nullable(),
      filedOn: z.string().nullable(),
      sentences: z.array(z.string()),
      tie: z.string(),
      steps: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          latest: z.string(),
          about: z.string(),
          isDone: z.boolean(),
          /** What was done, or what is still missing. */
          note: z.string(),
          /** Days late; 0: in time. */
          daysLate: z.int(),
        }),
      ),
      committee,
      grouping: z.enum(groupings),
      groups: z.array(z.object({ code: z.string(), name: z.string() })),
      rollDay: z.string().nullable(),
      rollUntil: z.string().nullable(),
      nominationUntil: z.string().nullable(),
      candidatesUntil: z.string().nullable(),
      excluded: z.int(),
      /** Seats on the roll, with a vote or without. */
      onRoll: z.int(),
      posts: z.array(named),
      contests: z.array(
        z.object({
          id: z.int(),
          postId: z.int(),
          name: z.string(),
          seats: z.int(),
          groupCode: z.string(),
          standing: z.int(),
          elected: z.int(),
          tied: z.array(z.object({ id: z.int(), name: z.string() })),
          seatsLeft: z.int(),
          vacant: z.int(),
          /** What follows, in words; empty: nothing yet. */
          nextName: z.string(),
          isTied: z.boolean(),
          needsBallot: z.boolean(),
        }),
      ),
      objections: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(objectionKinds),
          kindName: z.string(),
          isOnRoll: z.boolean(),
          about: z.string(),
          content: z.string(),
          byName: z.string(),
          at: z.string(),
          state: z.enum(objectionStates),
          stateName: z.string(),
          decision: z.string(),
        }),
      ),
      candidates: z.array(
        z.object({
          id: z.int(),
          contestName: z.string(),
          personName: z.string(),
          companyName: z.string(),
          position: z.string(),
          introduction: z.string(),
          nominatorName: z.string(),
          consent: z.enum(consents),
          consentName: z.string(),
          consentBy: z.string(),
          review: z.enum(reviews),
          reviewName: z.string(),
          reviewReason: z.string(),
          isReelected: z.boolean(),
          units: z.int().nullable(),
          outcome: z.enum(outcomes).nullable(),
          outcomeName: z.string(),
          settlement: z.string(),
          /** Rules that the appointment would break. */
          faults: z.array(z.string()),
        }),
      ),
      ballots: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          stateName: z.string(),
          voters: z.int(),
          tookPart: z.int(),
          isQuorate: z.boolean().nullable(),
        }),
      ),
      articleId: z.int().nullable(),
      exceptionReason: z.string(),
      cancelReason: z.string(),
    }),
    example: { id: 1 },
  },
  'GET /staff/election/roll': {
    who,
    summary: '选举人名册：有选举权的，没有的和理由；按名称、选举权和组筛选',
    ...registerList(
      rollFilters,
      z.object({
        id: z.int(),
        name: z.string(),
        personName: z.string(),
        postName: z.string(),
        groupName: z.string(),
        weight: z.int(),
        isEntitled: z.boolean(),
        reason: z.string(),
      }),
    ),
    example: { electionId: 1 },
  },
  'GET /staff/election/rollExport': {
    who,
    confirm: true,
    summary: '导出选举人名册为 XLSX，条件和顺序与列表相同',
    ...registerExport(rollFilters),
    example: { electionId: 1 },
  },
  'GET /staff/election/shares': {
    who,
    summary: '按名册的各组人数分配代表名额：整数部分先得，余数大的再得；余数相同而名额不够的列出，由协会决定',
    input: z.object({ id: int, places: int, fewest: z.coerce.number().int().min(0).max(100).default(0) }),
    output: z.object({
      groups: z.array(
        z.object({ code: z.string(), name: z.string(), size: z.int(), seats: z.int(), isTied: z.boolean() }),
      ),
      seatsLeft: z.int(),
    }),
    example: { id: 1, places: 60, fewest: 1 },
  },
  'POST /staff/election/save': {
    who,
    summary: '开始一次换届选举，或修改其日期和届次；选举办法按机构现在的一份记入，以后修改不影响',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      title: text(60).min(1, '请填写名称'),
      bodyId: int,
      votingBodyId: int,
      termEnds: day,
      termNumber: text(20).min(1, '请填写届次'),
      termFrom: day,
      termTo: day.nullable().default(null),
      votesOn: day.nullable().default(null),
      place: text(60).default(''),
      reportedOn: day.nullable().default(null),
    }),
    output: moved,
    example: {
      title: '第六届理事会换届选举',
      bodyId: 2,
      votingBodyId: 1,
      termEnds: '2026-12-31',
      termNumber: '第六届',
      termFrom: '2027-01-01',
      termTo: '2031-12-31',
    },
  },
  'POST /staff/election/committee': {
    who,
    summary: '设置换届工作机构的人员和分工；候选人不能监票、计票',
    input: z.object({ ...seen, committee: committee.max(MAX_COMMITTEE, `最多 ${MAX_COMMITTEE} 人`) }),
    output: moved,
    example: { id: 1, version: 1, committee: [{ name: '程晓明', duty: 'head' }] },
  },
  'POST /staff/election/contests': {
    who,
    summary: '设置各职务（分组的，各组）的名额',
    input: z.object({
      ...seen,
      contests: z
        .array(
          z.object({
            postId: int,
            seats: z.coerce.number().int('应为整数').min(1, '至少 1 个').max(200, '最多 200 个'),
            groupCode: text(40).default(''),
          }),
        )
        .max(MAX_CONTESTS, `最多 ${MAX_CONTESTS} 项`),
    }),
    output: moved,
    example: { id: 1, version: 1, contests: [{ postId: 1, seats: 25 }] },
  },
  'POST /staff/election/freeze': {
    who,
    sends: true,
    summary: '冻结选举人名册并在会员中心公布；名册上的账号收到消息',
    input: z.object({ ...seen, day, grouping: z.enum(groupings).default('none') }),
    output: moved,
    example: { id: 1, version: 1, day: '2026-06-01' },
  },
  'POST /staff/election/unfreeze': {
    who,
    confirm: true,
    summary: '撤回还没有异议的名册，以便重新冻结',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 2, reason: '日期选错' },
  },
  'POST /staff/election/objection': {
    who,
    summary: '登记书面提出的名册异议',
    input: z.object({
      id: int,
      kind: z.enum(objectionKinds, '请选择'),
      voterId: int.nullish(),
      about: text(60).default(''),
      content: text(1000).min(1, '请填写内容'),
      byName: text(60).min(1, '请填写提出人'),
    }),
    output: added,
    example: { id: 1, kind: 'strike', voterId: 1, content: '已退会', byName: '示例机电有限公司' },
  },
  'POST /staff/election/decideObjection': {
    who,
    sends: true,
    summary: '处理一件名册异议：成立的按异议改名册（除去、增列、改正），都写明理由；提出人收到消息',
    input: z.object({
      ...seen,
      objectionId: int,
      isUpheld: z.boolean(),
      decision: text(500).min(1, '请写明理由'),
      name: text(60).optional(),
      personName: text(40).optional(),
      organisationId: int.nullish(),
      weight: z.coerce.number().int().min(1).max(1000).optional(),
      groupCode: text(40).optional(),
    }),
    output: moved,
    example: { id: 1, version: 2, objectionId: 1, isUpheld: true, decision: '经核实已退会' },
  },
  'POST /staff/election/openNominations': {
    who,
    sends: true,
    summary: '名册公布期满、异议处理完毕后开始提名；有选举权的收到消息',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 3 },
  },
  'POST /staff/election/nominate': {
    who,
    sends: true,
    summary: '登记有关机构或书面的提名；被提名人的单位收到消息，请其答复',
    input: candidateInput.extend({ id: int, nominatorName: text(60).min(1, '请填写提名的机构或单位') }),
    output: added,
    example: {
      id: 1,
      contestId: 1,
      personName: '程晓明',
      organisationName: '示例机电有限公司',
      nominatorName: '理事会',
    },
  },
  'POST /staff/election/consent': {
    who,
    summary: '登记被提名人书面的答复',
    input: z.object({ id: int, candidateId: int, agrees: z.boolean(), note: text(100).min(1, '请写明怎样答复') }),
    output: moved,
    example: { id: 1, candidateId: 1, agrees: true, note: '书面同意书' },
  },
  'POST /staff/election/review': {
    who,
    summary: '审查被提名人：列入候选人或不列入；违反职务的规定而章程不许例外的不能列入',
    input: z.object({ ...seen, candidateId: int, accepts: z.boolean(), reason: text(200).default('') }),
    output: moved,
    example: { id: 1, version: 4, candidateId: 1, accepts: true },
  },
  'POST /staff/election/publishCandidates': {
    who,
    sends: true,
    summary: '提名期满、审查完毕后公布候选人名单；有选举权的收到消息',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 5 },
  },
  'POST /staff/election/reopenNominations': {
    who,
    confirm: true,
    summary: '撤回候选人名单，重新提名；公布期重新计算',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 6, reason: '两名候选人退出，候选人不足' },
  },
  'POST /staff/election/ballots': {
    who,
    summary: '准备投票：按名册、候选人和选举办法生成选票草稿；在“投票”中由两人开始。再次投票的也用这一项',
    input: z.object({
      ...seen,
      means: z.array(z.enum(means)).min(1, '请选择参加的方式'),
      opensAt: moment,
      closesAt: moment,
    }),
    output: moved,
    example: {
      id: 1,
      version: 6,
      means: ['paper'],
      opensAt: '2026-06-26T09:00:00+08:00',
      closesAt: '2026-06-26T12:00:00+08:00',
    },
  },
  'POST /staff/election/settleTie': {
    who,
    confirm: true,
    summary: '最后一个名额票数相同的，按选举办法决定：入会早的当选，或登记抽签的结果',
    input: z.object({
      ...seen,
      contestId: int,
      winners: z.array(int).max(200).default([]),
      note: text(200).default(''),
    }),
    output: moved,
    example: { id: 1, version: 7, contestId: 1, winners: [1], note: '当场抽签，监票人在场' },
  },
  'POST /staff/election/confirm': {
    who,
    confirm: true,
    secondPerson: { rule: 'election' },
    summary: '确认结果：登记新的一届，当选的人全部任命；须另一位同事同意',
    input: z.object({ ...seen, exceptionReason: text(200).default('') }),
    output: moved,
    example: { id: 1, version: 8 },
  },
  'POST /staff/election/article': {
    who,
    summary: '把结果公告写成文章草稿，或打开已有的；须有编写内容的权限',
    input: z.object(seen),
    output: z.object({ route: z.string(), isNew: z.boolean() }),
    example: { id: 1, version: 9 },
  },
  'POST /staff/election/filed': {
    who,
    summary: '登记备案的日期',
    input: z.object({ ...seen, filedOn: day }),
    output: moved,
    example: { id: 1, version: 9, filedOn: '2026-07-10' },
  },
  'POST /staff/election/cancel': {
    who,
    confirm: true,
    summary: '取消一次还没有确认结果的换届选举；记录保留',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 2, reason: '延期换届' },
  },
  'GET /staff/election/protocol': {
    who,
    confirm: true,
    summary: '选举结果记录，PDF（带协会的数字签名）或 Word',
    ...fileOf,
    input: z.object({ id: int, format: z.enum(['pdf', 'docx']).default('pdf') }),
    example: { id: 1, format: 'pdf' },
  },
  'GET /staff/election/bundle': {
    who,
    confirm: true,
    summary:
      '备案材料 ZIP：当选人员名单、结果记录、签到表、名册、得票、异议，投票日会议的议题表决、签署的纪要和材料，及目录',
    ...fileOf,
  },
} as const satisfies Contract
