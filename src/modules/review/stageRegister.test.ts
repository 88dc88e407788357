import { describe, expect, test } from 'vitest'
import { typedKeys } from '#lib/keys.ts'
import { decision, fee, materials, notice, review } from './ownStages.ts'
import { askingActions, definitionOf, stageByCode, usualActions } from './stages.ts'
import {
  allActions,
  allStates,
  deskOf,
  nameOfAction,
  nameOfStage,
  nameOfState,
  permissionAt,
  possibleActions,
  type State,
  stageOf,
  statesFor,
  waitsFor,
} from './workflow.ts'

/** Stages of the review itself; other modules add theirs. */
const own = [review, materials, decision, notice, fee].map(({ code }) => stageByCode(code))

describe('what the stages of the review say of themselves', () => {
  test('each has its name, its desk and the state in which it begins', () => {
    expect(own.map(({ code, entry, permission }) => [code, nameOfStage(code), entry, permission])).toEqual([
      ['review', '提交与初审', 'submitted', 'staff:review'],
      ['materials', '盖章材料与复审', 'preparing', 'staff:review'],
      ['decision', '审议', 'deciding', 'staff:decide'],
      ['notice', '公示', 'noticed', 'staff:decide'],
      ['fee', '缴费', 'unpaid', 'staff:finance'],
    ])
  })

  test('each state has its name, and says whose turn it is and what the applicant is asked for', () => {
    const said = own.flatMap(({ states }) =>
      states.map(state => {
        const of = definitionOf(state)!
        const asked = of.waitsFor === 'applicant' ? [of.task, of.asked ?? ''] : []
        const until = of.waitsFor === 'calendar' ? [of.until] : []
        return [state, nameOfState(state), waitsFor(state), ...asked, ...until]
      }),
    )
    expect(said).toEqual([
      ['draft', '草稿', 'applicant', 'fill', ''],
      ['submitted', '待初审', 'staff'],
      ['waiting', '候补中', 'calendar', '空出名额'],
      ['offered', '候补待确认', 'applicant', 'accept', '确认递补'],
      ['returned', '退回补正', 'applicant', 'mend', '补正'],
      ['preparing', '待上传盖章材料', 'applicant', 'upload', '上传盖章材料'],
      ['checking', '待复审', 'staff'],
      ['materialsReturned', '材料退回补正', 'applicant', 'mend', '补正材料'],
      ['deciding', '待审议', 'staff'],
      ['noticed', '公示中', 'calendar', '公示期满'],
      ['unpaid', '待缴费', 'applicant', 'pay', '缴费并上传凭证'],
      ['paying', '缴费待确认', 'staff'],
    ])
  })

  test('the message about reaching a state says it as it goes on after the kind of application', () => {
    const told = own.flatMap(({ states }) => states.map(state => definitionOf(state)!.told))
    expect(told).toEqual([
      undefined,
      '已提交',
      '已提交，正在候补',
      '有了名额，请确认',
      '被退回，请补正',
      '已通过初审，请上传盖章材料',
      '材料已提交',
      '的材料被退回，请补正',
      '已通过复审，等待审议',
      '进入公示',
      '待缴费',
      '的缴费凭证已提交',
    ])
  })

  test('and where it leads, the next stage aside', () => {
    const leads = own.flatMap(({ states }) =>
      states.map(state => {
        const ways = Object.entries(definitionOf(state)!.on).map(([action, to]) => `${action} ${to}`)
        return `${state}: ${ways.join(', ')}`
      }),
    )
    expect(leads).toEqual([
      'draft: submit submitted, queue waiting, withdraw withdrawn',
      'submitted: pass next, return returned, reject rejected, withdraw withdrawn, amend submitted',
      'waiting: offer offered, withdraw withdrawn, expire expired, amend waiting',
      'offered: accept submitted, withdraw withdrawn, expire expired',
      'returned: submit submitted, withdraw withdrawn, expire expired',
      'preparing: submit checking, withdraw withdrawn, expire expired',
      'checking: pass next, return materialsReturned, reject rejected, withdraw withdrawn',
      'materialsReturned: submit checking, withdraw withdrawn, expire expired',
      'deciding: pass next, reject rejected',
      'noticed: pass next, reject rejected, reconsider deciding',
      'unpaid: pay paying, withdraw withdrawn, expire expired, amend submitted',
      'paying: pass next, return unpaid',
    ])
  })

  test('what is over has its name, no stage and no desk', () => {
    const over = allStates().filter(state => stageOf(state) === undefined)
    expect(over.map(state => [state, nameOfState(state), deskOf(state), permissionAt(state)])).toEqual([
      ['approved', '已通过', undefined, undefined],
      ['rejected', '不予通过', undefined, undefined],
      ['withdrawn', '已撤回', undefined, undefined],
      ['expired', '超期终止', undefined, undefined],
    ])
  })

  test('each action has its name, and only a return asks the applicant for something', () => {
    expect(allActions().map(nameOfAction)).toEqual(expect.arrayContaining(Object.values(usualActions)))
    for (const name of allActions().map(nameOfAction)) expect(name).toMatch(/^\p{Script=Han}+$/u)
    expect(typedKeys(usualActions).filter(action => askingActions().includes(action))).toEqual(['return'])
  })

  test('what is not known is named in the fault', () => {
    expect(() => nameOfState('nowhere' as never)).toThrow('there is no state called nowhere')
    expect(() => nameOfAction('dance' as never)).toThrow('there is no action called dance')
    expect(() => stageByCode('ball' as never)).toThrow('there is no stage called ball')
    expect(possibleActions('nowhere' as never)).toEqual([])
  })
})

describe('who acts, and on whose desk it lies', () => {
  test('a desk keeps what the applicant has for now, though nobody there may act on it', () => {
    expect([deskOf('returned'), permissionAt('returned')]).toEqual(['staff:review', undefined])
    expect([deskOf('unpaid'), permissionAt('unpaid')]).toEqual(['staff:finance', undefined])
    expect([deskOf('waiting'), permissionAt('waiting')]).toEqual(['staff:review', undefined])
    expect([stageOf('returned'), stageOf('noticed')]).toEqual(['review', 'notice'])
  })

  const isOwn = (state: State) => own.some(({ states }) => states.includes(state))

  test('who may review sees both reviews, who may decide the meeting and the notice, others nothing', () => {
    expect(statesFor(['staff:review']).filter(isOwn)).toEqual(['submitted', 'checking'])
    expect(statesFor(['staff:decide', 'staff:content']).filter(isOwn)).toEqual(['deciding', 'noticed'])
    expect(statesFor(['staff:finance']).filter(isOwn)).toEqual(['paying'])
    expect(statesFor(['staff:content'])).toEqual([])
    expect(statesFor([])).toEqual([])
  })
})

/** The register as it is when the program begins: what is added here, no other test finds. */
const register = async (): Promise<typeof import('./stages.ts')> => import(/* @vite-ignore */ `${'./stages.ts'}?anew`)

const dance = {
  code: 'dance',
  name: '跳舞',
  entry: 'dancing',
  permission: 'staff:review',
  actions: { encore: { name: '再来一次', asks: true }, bow: { name: '谢幕' } },
  states: { dancing: { name: '跳舞中', waitsFor: 'staff', days: 1, on: { pass: 'next', encore: 'dancing' } } },
}

describe('a module adds a stage of its own', () => {
  test('and everybody who wants to know of stages hears of it, before and after', async () => {
    const stages = await register()
    const heard: string[] = []
    stages.onEachStage(({ code }) => heard.push(code))
    expect(heard).toEqual(['review', 'materials', 'decision', 'notice', 'fee'])
    expect(stages.defineStage(dance as never)).toBe(dance)
    expect(heard.at(-1)).toBe('dance')
    expect(stages.allStages().at(-1)).toEqual({
      code: 'dance',
      name: '跳舞',
      entry: 'dancing',
      permission: 'staff:review',
      states: ['dancing'],
    })
    expect(stages.nameOfAction('bow' as never)).toBe('谢幕')
    expect(stages.askingActions()).toEqual(['return', 'encore'])
    expect(stages.definitionOf('dancing' as never)).toMatchObject({ name: '跳舞中', stage: { code: 'dance' } })
  })

  test('under names that nobody else uses', async () => {
    const { defineStage } = await register()
    const adding = (of: object) => () => defineStage({ ...dance, states: {}, actions: {}, ...of } as never)
    expect(adding({ code: 'review' })).toThrow('two stages are called review')
    expect(adding({ code: 'a', states: { submitted: {} } })).toThrow('two states are called submitted')
    expect(adding({ code: 'b', states: { approved: {} } })).toThrow('two states are called approved')
    expect(adding({ code: 'c', actions: { pass: { name: '过' } } })).toThrow('two actions are called pass')
  })
})
