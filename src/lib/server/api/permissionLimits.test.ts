import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { Ctx, PermissionLimit } from './context.ts'
import { actAsSelf, refuseDuty, refuseOtherAccount } from './duties.ts'
import { isWithin, limitCovers, limitsOn, mayUse, permissionCondition, refuseOutside } from './permissionLimits.ts'

type Asking = Pick<Ctx, 'actor'>
const signed = { kind: 'staff' as const, accountId: 1, userName: 'zhao', tokenHash: '' }
const staff = (permissions: string[], limits?: PermissionLimit[]): Asking => ({
  actor: { ...signed, permissions, ...(limits && { limited: { 'staff:review': limits } }) },
})
const visitor: Asking = { actor: { kind: 'anonymous' } }
const REVIEW = 'staff:review'
const JIANGSU = '320000'
const BEIJING = '110000'
const somewhere = staff([], [{ provinces: [JIANGSU] }])
const some = staff([], [{ provinces: [JIANGSU], kinds: ['membership'] }, { kinds: ['award'] }])

describe('who may do something', () => {
  test('everywhere, somewhere, or nowhere', () => {
    expect(
      [staff([REVIEW]), somewhere, staff(['staff:content']), visitor].map(asking => mayUse(asking, REVIEW)),
    ).toEqual([true, true, false, false])
    expect(mayUse(staff([]), REVIEW)).toBe(false)
  })

  test('is limited where nothing lifts the limit', () => {
    expect(limitsOn(somewhere, REVIEW)).toEqual([{ provinces: [JIANGSU] }])
    expect(limitsOn(staff([REVIEW], [{ provinces: [] }]), REVIEW)).toBeUndefined()
    expect([limitsOn(staff([]), REVIEW), limitsOn(visitor, REVIEW)]).toEqual([undefined, undefined])
  })

  test('in a province and with a kind, both of which must fit', () => {
    expect(limitCovers({}, {})).toBe(true)
    expect(limitCovers({ provinces: [JIANGSU] }, { province: JIANGSU })).toBe(true)
    expect(limitCovers({ provinces: [JIANGSU] }, { province: null })).toBe(false)
    expect(limitCovers({ kinds: ['award'] }, { province: BEIJING, kind: 'award' })).toBe(true)
    expect(limitCovers({ kinds: ['award'] }, { province: BEIJING })).toBe(false)
    expect(limitCovers({ provinces: [JIANGSU], kinds: ['award'] }, { province: BEIJING, kind: 'award' })).toBe(false)
  })

  test('by any of several limits', () => {
    expect(isWithin(some, REVIEW, JIANGSU, 'membership')).toBe(true)
    expect(isWithin(some, REVIEW, BEIJING, 'membership')).toBe(false)
    expect(isWithin(some, REVIEW, BEIJING, 'award')).toBe(true)
    expect(isWithin(some, REVIEW, JIANGSU)).toBe(false)
    expect(isWithin(staff([REVIEW]), REVIEW, null)).toBe(true)
    expect(isWithin(staff([], []), REVIEW, JIANGSU)).toBe(false)
  })
})

test('a query is kept to where somebody may', () => {
  const said = (asking: Asking, kind = true) => {
    const where = permissionCondition(asking, REVIEW, sql`province`, kind ? sql`kind` : undefined)
    return where && new PgDialect().sqlToQuery(where)
  }
  expect(said(staff([REVIEW]))).toBeUndefined()
  expect(said(somewhere)).toMatchObject({ sql: 'province in ($1)', params: [JIANGSU] })
  expect(said(some)).toMatchObject({
    sql: '((province in ($1) and kind in ($2)) or kind in ($3))',
    params: [JIANGSU, 'membership', 'award'],
  })
  expect(said(some, false)).toMatchObject({ sql: '((province in ($1) and false) or false)' })
  expect(said(staff([], [{ provinces: [] }]))).toMatchObject({ sql: 'false' })
  expect(said(staff([], []))).toMatchObject({ sql: 'false' })
})

describe('what is elsewhere is refused', () => {
  const refusal =
    (limits: PermissionLimit[], province: string | null = BEIJING, kind?: string) =>
    () =>
      refuseOutside(staff([], limits), REVIEW, province, kind)

  test('and says to where one is limited', () => {
    expect(refusal([{ provinces: [JIANGSU] }])).toThrow('您的权限限于江苏，这条记录不在其中')
    expect(refusal([{ provinces: [JIANGSU, '310000'] }, { provinces: [JIANGSU] }], null)).toThrow(
      '您的权限限于江苏、上海，',
    )
    expect(refusal([{ provinces: [JIANGSU], kinds: ['award'] }])).toThrow('您的权限限于江苏和部分事项，')
    expect(refusal([{ provinces: [JIANGSU] }, { kinds: ['award'] }])).toThrow('您的权限限于江苏和部分事项，')
    expect(refusal([{ kinds: ['award'] }])).toThrow('您的权限限于部分事项，')
    for (const nowhere of [[], [{ provinces: [] }]])
      expect(refusal(nowhere)).toThrow('您的权限现在不含任何地区，看不到任何记录，请与管理员联系')
    expect(refusal([{ provinces: [JIANGSU] }])).toThrow(expect.objectContaining({ code: 403 }))
  })

  test('and what is within is not', () => {
    expect(refusal([{ provinces: [BEIJING] }])).not.toThrow()
    expect(refusal([{ kinds: ['award'] }], null, 'award')).not.toThrow()
  })
})

describe('who acts for a company does what it has given them to do', () => {
  const clerk = (...duties: ('all' | 'applications' | 'finance' | 'reading')[]): Asking => ({
    actor: {
      ...signed,
      kind: 'organisation',
      permissions: [],
      clerk: { kind: 'person', accountId: 2, userName: 'li', name: '李', duties, isOwner: false, since: new Date() },
    },
  })
  const owner: Asking = clerk()
  if (owner.actor.kind !== 'anonymous') owner.actor.clerk!.isOwner = true
  const call =
    (asking: Asking, duties?: readonly string[] | ((input: unknown) => never), key = 'POST /a', self?: true) =>
    () =>
      refuseDuty(asking, key as never, { duties, self } as never, { pay: 1 })

  test('whoever has one of the duties, or all of them', () => {
    expect(call(clerk('finance'), ['applications', 'finance'])).not.toThrow()
    expect(call(clerk('all'), ['applications'])).not.toThrow()
    expect(call(owner, ['owner'])).not.toThrow()
    expect(call(clerk('finance'), ((input: { pay: number }) => [input.pay ? 'finance' : 'all']) as never)).not.toThrow()
    expect(call(clerk('all'), ['owner'])).toThrow('这项操作须由本单位负责人办理')
    expect(call(clerk('finance'), ['applications', 'all'])).toThrow('您作为经办人没有“入会、资质、奖励与广告”的权限，')
    expect(call(clerk(), ['applications', 'finance'])).toThrow(
      '没有“入会、资质、奖励与广告”或“缴费与发票”的权限，请由本单位有此权限的同事办理，或请负责人调整',
    )
  })

  test('everybody may read; what names no duty is for all of them', () => {
    expect(call(clerk(), undefined, 'GET /a')).not.toThrow()
    expect(call(clerk(), ['reading'])).not.toThrow()
    expect(call(clerk('finance'), undefined)).toThrow('这项操作须由本单位负责人，或有“全部事项”权限的经办人办理')
    expect(call(clerk('all'), undefined)).not.toThrow()
  })

  test('what concerns oneself, and whoever is no clerk, is not held up', () => {
    expect(call(clerk(), ['owner'], 'POST /a', true)).not.toThrow()
    expect(call(staff([]), ['owner'])).not.toThrow()
    expect(call(visitor, ['owner'])).not.toThrow()
  })

  test('does for themselves what is their own, by their own account', () => {
    const { actor } = actAsSelf(clerk('all') as Ctx)
    expect(actor).toEqual({
      ...signed,
      kind: 'person',
      accountId: 2,
      userName: 'li',
      permissions: [],
      clerk: undefined,
    })
    for (const other of [visitor, staff([])]) expect(actAsSelf(other as Ctx)).toBe(other)
  })

  test('does nothing in a window that still shows another account', () => {
    const inWindow = (asking: Asking, account?: string) => () =>
      refuseOtherAccount({ ...asking, headers: { account } } as never)
    expect(inWindow(staff([]), '2')).toThrow(
      '您已在另一个窗口换到别的单位办理，为免办错，请刷新页面；已填写的内容可先复制',
    )
    expect(inWindow(staff([]), '1')).not.toThrow()
    expect(inWindow(staff([]))).not.toThrow()
    expect(inWindow(visitor, '2')).not.toThrow()
  })
})
