import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { candidateInput } from './candidateContract.ts'
import { consents, electionStates, objectionKinds } from './electionWords.ts'

export const section: Section = { title: '我的选举' }

const row = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(electionStates),
  stateName: z.string(),
  votesOn: z.string().nullable(),
  /** What the caller can do now, in words. */
  todo: z.string(),
})

export const electionsContract = {
  'GET /app/election/list': {
    who: 'member',
    summary: '与我有关的换届选举：在名册上的，或被提名的',
    input: nothing,
    output: z.object({ list: z.array(row) }),
  },
  'GET /app/election/detail': {
    who: 'member',
    summary: '一次换届选举：名册、本单位的一栏、候选人和结果；只对名册上的和被提名的公开',
    input: byId,
    output: row.extend({
      place: z.string(),
      sentences: z.array(z.string()),
      rollUntil: z.string().nullable(),
      nominationUntil: z.string().nullable(),
      candidatesUntil: z.string().nullable(),
      canObject: z.boolean(),
      /** Persons that the caller may still propose. */
      nominationsLeft: z.int(),
      isVoter: z.boolean(),
      contests: z.array(z.object({ id: z.int(), name: z.string(), seats: z.int() })),
      roll: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          personName: z.string(),
          groupName: z.string(),
          isEntitled: z.boolean(),
          reason: z.string(),
          isOwn: z.boolean(),
        }),
      ),
      objections: z.array(
        z.object({ id: z.int(), about: z.string(), kindName: z.string(), stateName: z.string(), decision: z.string() }),
      ),
      /** Own nominations and proposals of the caller's own people, before the list is published. */
      nominations: z.array(
        z.object({
          id: z.int(),
          personName: z.string(),
          contestName: z.string(),
          nominatorName: z.string(),
          isOwn: z.boolean(),
          consent: z.enum(consents),
          consentName: z.string(),
          reviewName: z.string(),
          canAnswer: z.boolean(),
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
          /** Only once the result is confirmed. */
          outcomeName: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /app/election/object': {
    who: 'member',
    duties: ['applications'],
    summary: '对选举人名册提出异议',
    input: z.object({
      id: int,
      kind: z.enum(objectionKinds, '请选择'),
      voterId: int.nullish(),
      about: text(60).default(''),
      content: text(1000).min(1, '请填写内容'),
    }),
    output: z.object({ id: z.int() }),
    example: { id: 1, kind: 'add', voterId: 3, content: '本单位会费已于 6 月 1 日缴清' },
  },
  'POST /app/election/nominate': {
    who: 'member',
    duties: ['applications'],
    summary: '提名候选人，本单位或其他单位的人',
    input: candidateInput.omit({ organisationId: true }).extend({ id: int }),
    output: z.object({ id: z.int() }),
    example: { id: 1, contestId: 1, personName: '程晓明', organisationName: '示例机电有限公司' },
  },
  'POST /app/election/consent': {
    who: 'member',
    duties: ['applications'],
    summary: '本单位的人被提名后，答复同意或不同意作候选人；公布名单以前可以更改，以后可以退出',
    input: z.object({ id: int, candidateId: int, agrees: z.boolean() }),
    output: z.object({ id: z.int() }),
    example: { id: 1, candidateId: 1, agrees: true },
  },
} as const satisfies Contract
