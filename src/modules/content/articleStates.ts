/** Where an article stands. What visitors read depends on this and on nothing else. */
export const articleStates = {
  draft: '草稿',
  review: '待审核',
  returned: '已退回',
  scheduled: '定时发布',
  published: '已发布',
  withdrawn: '已下线',
} as const
export type ArticleState = keyof typeof articleStates

type Move = {
  /** As its button says. */
  name: string
  may: 'staff:content' | 'staff:publish'
  /** From which state into which. */
  to: Partial<Record<ArticleState, ArticleState>>
}

/** Everything that changes the state. A public article stays so while its next text is scheduled. */
export const moves = {
  handIn: { name: '提交审核', may: 'staff:content', to: { draft: 'review', returned: 'review' } },
  recall: { name: '撤回修改', may: 'staff:content', to: { review: 'draft' } },
  return: { name: '退回', may: 'staff:publish', to: { review: 'returned' } },
  schedule: {
    name: '定时发布',
    may: 'staff:publish',
    to: {
      draft: 'scheduled',
      review: 'scheduled',
      returned: 'scheduled',
      withdrawn: 'scheduled',
      published: 'published',
    },
  },
  unschedule: { name: '取消定时', may: 'staff:publish', to: { scheduled: 'draft', published: 'published' } },
  publish: {
    name: '发布',
    may: 'staff:publish',
    to: {
      draft: 'published',
      review: 'published',
      returned: 'published',
      scheduled: 'published',
      withdrawn: 'published',
      published: 'published',
    },
  },
  withdraw: { name: '下线', may: 'staff:publish', to: { published: 'withdrawn' } },
} as const satisfies Record<string, Move>
export type ArticleMove = keyof typeof moves

type Standing = { status: ArticleState; isScheduled: boolean; isOwn: boolean }
type Who = { permissions: readonly string[] }

const isEditor = ({ permissions }: Who) => permissions.includes('staff:publish')

/** Into which state a move leads from here; undefined where it is none from here, or not this person's. */
export function stateAfter(move: ArticleMove, { status, isScheduled, isOwn }: Standing, who: Who) {
  const { may, to }: Move = moves[move]
  if (!who.permissions.includes(may)) return undefined
  if (may === 'staff:content' && !isOwn && !isEditor(who)) return undefined
  if (move === 'unschedule' && !isScheduled) return undefined
  if (move === 'schedule' && isScheduled) return undefined
  return to[status]
}

/** Writers change what is theirs and still with them; editors everything but what waits for its time. */
export function mayEdit({ status, isScheduled, isOwn }: Standing, who: Who): boolean {
  if (isScheduled || !who.permissions.includes('staff:content')) return false
  return isEditor(who) || (isOwn && (status === 'draft' || status === 'returned'))
}

/** Into the trash and out of it: as editing, but for the clock, which an editor may stop that way. */
export const mayDelete = (standing: Standing, who: Who) => mayEdit({ ...standing, isScheduled: false }, who)
